import { escapeXml } from '../../contract/text/escape-xml.ts'
import type { ScenarioResult } from '../replay/result.ts'
import { describeResult } from './terminal.ts'

/** The results as JUnit XML: a suite per folder, a case per scenario. */
export function junit(results: readonly ScenarioResult[]): string {
  const folders = [...new Set(results.map(({ scenario }) => scenario.folder))]
  const suites = folders.map((folder) =>
    suite(
      folder,
      results.filter(({ scenario }) => scenario.folder === folder),
    ),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${overall(results)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function suite(name: string, results: readonly ScenarioResult[]): string {
  return [
    `  <testsuite name="${escapeXml(name)}" ${totals(results)}>`,
    ...results.map(testcase),
    '  </testsuite>',
  ].join('\n')
}

function testcase(result: ScenarioResult): string {
  const { scenario, ms } = result
  const attributes = `name="${escapeXml(scenario.title)}" classname="${escapeXml(`${scenario.folder}.${scenario.name}`)}" file="${escapeXml(scenario.file)}" time="${(ms / 1000).toFixed(3)}"`
  if (result.outcome === 'passed') return `    <testcase ${attributes}/>`
  return [`    <testcase ${attributes}>`, `      ${shortfall(result)}`, '    </testcase>'].join('\n')
}

function shortfall(result: ScenarioResult): string {
  if (result.outcome === 'skipped') return `<skipped message="${escapeXml(result.reason)}"/>`
  const step = result.steps.find(({ kind }) => kind === 'failed')
  const message = `the step ${step?.step.stepId ?? ''} did not come out as expected`
  return `<failure message="${escapeXml(message)}">${escapeXml(describeResult(result))}</failure>`
}

/** Only suites say how many were skipped: Jenkins knows no such attribute for all of them together. */
const overall = (results: readonly ScenarioResult[]): string =>
  `tests="${results.length}" failures="${count(results, 'failed')}" time="${seconds(results)}"`

const totals = (results: readonly ScenarioResult[]): string =>
  `tests="${results.length}" failures="${count(results, 'failed')}" skipped="${count(results, 'skipped')}" time="${seconds(results)}"`

const count = (results: readonly ScenarioResult[], outcome: ScenarioResult['outcome']): number =>
  results.filter((result) => result.outcome === outcome).length

const seconds = (results: readonly ScenarioResult[]): string =>
  (results.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(3)
