import {
  contradictions,
  ONLY_KNOWN,
  onlyKnown,
  type Report,
  type ReportedFailure,
  type ReportedStep,
} from '../report.ts'
import { stepAnswer } from './step-answer.ts'
import { usedUpBudgets } from './used-up.ts'

/** Functions that highlight words; plain text by default. */
export interface Paint {
  readonly bad: (text: string) => string
  readonly doubtful: (text: string) => string
  readonly good: (text: string) => string
  readonly faint: (text: string) => string
}

export const PLAIN: Paint = {
  bad: (text) => text,
  doubtful: (text) => text,
  good: (text) => text,
  faint: (text) => text,
}

/** One failure: the rule in words, the shortest sequence, expected and actual, curl lines. */
export function describeFailure(failure: ReportedFailure, paint: Paint = PLAIN): string {
  const { severity, operation, message, sentences, expected, actual, steps } = failure
  const rules = sentences.map(({ id, says, where }) => `  ${id}: ${says}${where ? ` (${where})` : ''}`)
  const lines = steps.map((step, index) => `  ${index + 1}. ${step.says}${paint.faint(arrow(step))}`)
  const curls = steps.flatMap(({ curl }) => (curl ? [`  ${curl}`] : []))
  return [
    `${severity === 'failure' ? paint.bad('FAILURE') : paint.doubtful('WARNING')} ${operation}: ${message}${noteOn(failure)}${failure.known ? ' (known)' : ''}`,
    ...rules,
    `  expected  ${expected}`,
    `  actual    ${actual}`,
    `  ${plural(steps.length, 'step')}:`,
    ...lines,
    ...curls.map((line) => paint.faint(line)),
  ].join('\n')
}

function arrow(step: ReportedStep): string {
  const answer = stepAnswer(step)
  return answer === undefined ? '' : ` -> ${answer}${step.withNext ? ' (at the same time as the next)' : ''}`
}

/** Said beside a failure that is not a reduced one. */
export function noteOn({ how, unreduced }: Pick<ReportedFailure, 'how' | 'unreduced'>): string {
  return unreduced ? ` (not reduced: ${UNREDUCED[unreduced]})` : NOTES[how]
}

const UNREDUCED: Readonly<Record<NonNullable<ReportedFailure['unreduced']>, string>> = {
  ended: 'the run ended first',
  repeated: 'it was repeated the maximum number of times',
  'not-sent': 'these are requests of others',
}

const NOTES: Readonly<Record<ReportedFailure['how'], string>> = {
  reduced: '',
  flaky: ' (flaky: it did not happen again)',
  'not-reduced': ' (not reduced)',
  leftovers: ' (only with leftovers of earlier sequences; not reproduced on fresh data)',
}

/** The closing lines of a run. */
export function describeRun(report: Report, paint: Paint = PLAIN): string {
  const { failures, requests, sequences, operations, rules, observations, inconclusive, stopped, leftBehind } = report
  const count = (severity: string) =>
    failures.filter((failure) => failure.severity === severity && !failure.known).length
  const known = failures.filter((failure) => failure.known).length
  const refusals = rules.filter(({ kind, provenance }) => kind === 'refusal' && provenance !== 'assumed')
  const called = operations.filter(({ statuses }) => Object.keys(statuses).length > 0)
  const alone = refusals.filter(({ exercised }) => exercised)
  return [
    `${verdictOf(report, paint)}: ${plural(count('failure'), 'failure')}, ${plural(count('warning'), 'warning')}${known > 0 ? `, ${known} known` : ''}`,
    `${plural(requests, 'request')}${sequences > 0 ? ` in ${plural(sequences, 'sequence')}` : ''}, ${report.seconds} s; ${called.length} of ${operations.length} operations, ${alone.length} of ${refusals.length} refusals on their own, ${plural(observations.length, 'gap')} observed`,
    ...(stopped && stopped.because !== 'bail' ? [`ended early: ${stopped.detail}`] : []),
    ...unaffordable(report),
    ...neverAccepted(report),
    ...usedUpBudgets(report),
    ...contradicted(report),
    ...(inconclusive.length > 0
      ? ['inconclusive:', ...inconclusive.map(({ what, times }) => `  ${times} x ${what}`)]
      : []),
    ...(leftBehind.length > 0 ? [`left behind: ${leftBehind.join(', ')}`] : []),
  ].join('\n')
}

function verdictOf(report: Report, paint: Paint): string {
  const { verdict, stopped } = report
  if (onlyKnown(report)) return paint.bad(ONLY_KNOWN)
  if (verdict === 'conforms' && stopped?.because === 'interrupted') return 'interrupted, no failure so far'
  if (verdict === 'conforms') return paint.good('conforms, as far as this run could see')
  return paint.bad(verdict === 'unusable' ? 'cannot be judged' : verdict)
}

function contradicted(report: Report): string[] {
  const said = contradictions(report).map(
    ({ gap, values }) =>
      `  ${gap}: ${values.map(({ value, times }) => `${JSON.stringify(value)} (${times} x)`).join(', ')}`,
  )
  return said.length > 0 ? ['inconsistent choices at gaps:', ...said] : []
}

function unaffordable({ notExercised }: Report): string[] {
  const ids = notExercised.filter(({ reason }) => reason === 'budget').map(({ id }) => id)
  return ids.length > 0 ? [`not exercised, because the profile has no budget: ${ids.join(', ')}`] : []
}

/** Perhaps the profile lacks what it takes: nothing that such an operation does was judged. */
function neverAccepted({ notExercised }: Report): string[] {
  const all = notExercised.filter(({ reason }) => reason === 'never-accepted')
  return all.length > 0 ? ['never accepted:', ...all.map(({ id, why }) => `  ${id}: ${why}`)] : []
}

export const plural = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`
