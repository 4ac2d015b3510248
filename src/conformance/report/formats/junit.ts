import { escapeXml } from '../../../contract/text/escape-xml.ts'
import type { Report, ReportedFailure } from '../report.ts'
import { type OperationResult, operationResults } from './operation-results.ts'
import { describeFailure } from './terminal.ts'

/** A suite per area, a case per operation; what was not called is skipped, never passed. */
export function junit(report: Report): string {
  const results = operationResults(report)
  const areas = [...new Set(results.map(({ area }) => area))]
  const suites = areas.map((area) =>
    suite(
      area,
      results.filter((result) => result.area === area),
    ),
  )
  const { cases, failed } = totalsOf(suites)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="understudy verify" tests="${cases}" failures="${failed}" time="${report.seconds}">`,
    ...suites.flatMap(({ lines }) => lines),
    '</testsuites>',
    '',
  ].join('\n')
}

interface Suite {
  readonly lines: readonly string[]
  readonly cases: number
  readonly failed: number
  readonly skipped: number
}

function suite(area: string, cases: readonly OperationResult[]): Suite {
  const failed = cases.filter(({ failures }) => failures.length > 0).length
  const skipped = cases.filter(({ failures, why }) => failures.length === 0 && why !== undefined).length
  return {
    cases: cases.length,
    failed,
    skipped,
    lines: [
      `  <testsuite name="${escapeXml(area)}" tests="${cases.length}" failures="${failed}" skipped="${skipped}">`,
      ...cases.map(testcase),
      '  </testsuite>',
    ],
  }
}

function testcase({ area, id, failures, why }: OperationResult): string {
  const open = `    <testcase name="${escapeXml(id)}" classname="${escapeXml(area)}"`
  if (failures.length > 0) return [`${open}>`, ...failures.map(failure), '    </testcase>'].join('\n')
  return why === undefined ? `${open}/>` : `${open}>\n      <skipped message="${escapeXml(why)}"/>\n    </testcase>`
}

const failure = (one: ReportedFailure): string =>
  `      <failure message="${escapeXml(one.message)}" type="${escapeXml(`${one.severity} ${one.check}`)}">${escapeXml(describeFailure(one))}</failure>`

function totalsOf(suites: readonly Suite[]) {
  const sum = (of: (suite: Suite) => number) => suites.reduce((total, one) => total + of(one), 0)
  return { cases: sum((one) => one.cases), failed: sum((one) => one.failed) }
}
