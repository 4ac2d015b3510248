import type { Report, ReportedFailure, ReportedStep, Sentence } from '../report.ts'
import { stepAnswer } from './step-answer.ts'
import { noteOn } from './terminal.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
const HOME = 'https://github.com/understudy-api/understudy'
/** Locations are paths on the target: this is what they are relative to. */
const TARGET = 'TARGET'

/** SARIF 2.1.0, as code-scanning services read it: a result per failure, with its steps as the flow that leads there. */
export function sarif(report: Report): string {
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [runOf(report)] }, null, 2)}\n`
}

function runOf(report: Report) {
  const { understudy, target, startedAt, seconds, verdict, seed, profile, failures } = report
  const rules = rulesOf(failures)
  const ids = rules.map(({ id }) => id)
  return {
    tool: { driver: { name: 'Understudy', version: understudy, informationUri: HOME, rules } },
    originalUriBaseIds: { [TARGET]: { uri: baseOf(target) } },
    invocations: [
      {
        executionSuccessful: verdict !== 'unusable',
        startTimeUtc: startedAt,
        endTimeUtc: new Date(Date.parse(startedAt) + seconds * 1000).toISOString(),
      },
    ],
    automationDetails: { id: `understudy/${profile}/` },
    results: failures.map((failure) => resultOf(failure, ids)),
    properties: { verdict, seed },
  }
}

/** The target's address as a folder that paths are in; recorded traffic may not tell one. */
function baseOf(target: string): string {
  if (!URL.canParse(target)) return `file:///${encodeURIComponent(target)}/`
  const { origin, pathname } = new URL(target)
  return origin + pathname.replace(/\/*$/, '/')
}

/** A rule that is broken has an entry of its own; what breaks none is filed under its check. */
function rulesOf(failures: readonly ReportedFailure[]) {
  const rules = new Map(failures.map((failure) => [ruleIdOf(failure), failure] as const))
  return [...rules].map(([id, { sentences, check, area }]) => {
    const [sentence] = sentences
    return {
      id,
      shortDescription: { text: sentence ? sentence.says : `The check "${check}" found a difference.` },
      ...(sentence?.where && { fullDescription: { text: described(sentence) } }),
      properties: { tags: [area, check] },
    }
  })
}

const ruleIdOf = ({ sentences, check }: ReportedFailure): string => sentences[0]?.id ?? `check.${check}`
const described = ({ says, where }: Sentence): string => (where ? `${says} (${where})` : says)

function resultOf(failure: ReportedFailure, ids: readonly string[]) {
  const { severity, operation, message, expected, actual, steps, key, known, area } = failure
  const ruleId = ruleIdOf(failure)
  return {
    ruleId,
    ruleIndex: ids.indexOf(ruleId),
    level: severity === 'failure' ? 'error' : 'warning',
    message: { text: `${operation}: ${message}${noteOn(failure)}. Expected ${expected}, actual ${actual}.` },
    baselineState: known ? 'unchanged' : 'new',
    partialFingerprints: { 'understudy/v1': key },
    locations: [locationOf(steps.at(-1), operation)],
    codeFlows: [
      { threadFlows: [{ locations: steps.map((step) => ({ location: locationOf(step, operation, wording(step)) })) }] },
    ],
    properties: { area },
  }
}

function wording(step: ReportedStep): string {
  const answer = stepAnswer(step)
  return answer === undefined ? step.says : `${step.says} -> ${answer}`
}

/** The path on the target; an outside event has none and goes by its name. */
function locationOf(step: ReportedStep | undefined, operation: string, text?: string) {
  const [path = ''] = (step?.path ?? '').split('?')
  return {
    ...(text !== undefined && { message: { text } }),
    physicalLocation: {
      artifactLocation: {
        uri: path.replace(/^\/+/, '') || encodeURIComponent(step?.name ?? operation),
        uriBaseId: TARGET,
      },
      region: { startLine: 1 },
    },
    logicalLocations: [{ name: step?.name ?? operation, kind: 'function' }],
  }
}
