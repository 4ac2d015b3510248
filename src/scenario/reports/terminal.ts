import type { Unmet } from '../criteria/criterion.ts'
import type { ScenarioResult, StepResult } from '../replay/result.ts'

/** Functions that highlight words; plain text by default. */
export interface Paint {
  readonly bad: (text: string) => string
  readonly good: (text: string) => string
  readonly faint: (text: string) => string
}

export const PLAIN: Paint = { bad: (text) => text, good: (text) => text, faint: (text) => text }

/** A scenario that was played: a line per step, and what went wrong. */
export function describeResult(result: ScenarioResult, paint: Paint = PLAIN): string {
  const { scenario, steps } = result
  const name = `${scenario.folder}/${scenario.name}`
  if (result.outcome === 'skipped')
    return [`${paint.faint('skipped')} ${name}: ${scenario.title}`, `  because ${result.reason}`].join('\n')
  const verdict = result.outcome === 'passed' ? paint.good('passed ') : paint.bad('FAILED ')
  const width = Math.max(...steps.map(({ step }) => step.stepId.length))
  return [`${verdict} ${name}: ${scenario.title}`, ...steps.flatMap((step) => describeStep(step, width, paint))].join(
    '\n',
  )
}

function describeStep(result: StepResult, width: number, paint: Paint): string[] {
  const { stepId, description } = result.step
  const line = `${stepId.padEnd(width)}  ${description ?? result.step.operationId.replace(/^.*\./, '')}`.trimEnd()
  if (result.kind === 'not reached') return [paint.faint(`  - ${line}`)]
  const again = result.attempts > 1 ? paint.faint(` (attempt ${result.attempts})`) : ''
  if (result.kind === 'passed') return [`  ${paint.good('✓')} ${line}${again}`]
  return [
    `  ${paint.bad('✗')} ${line}${again}`,
    ...sideBySide(result.unmet).map((row) => `      ${row}`),
    ...(result.curl === undefined ? [] : [paint.faint(`      ${result.curl}`)]),
  ]
}

/** Expected on the left, actual on the right. */
export function sideBySide(unmet: readonly Unmet[]): string[] {
  const rows = [{ expected: 'expected', actual: 'actual' }, ...unmet]
  const width = Math.max(...rows.map(({ expected }) => expected.length))
  return rows.map(({ expected, actual }) => `${expected.padEnd(width)}  ${actual}`)
}

/** The failed step of a scenario, in one line. */
export function describeFailure({ steps }: ScenarioResult): string {
  const failed = steps.find((step) => step.kind === 'failed')
  const wrong = failed?.unmet.map(({ expected, actual }) =>
    expected === '' ? actual : `expected ${expected}, got ${actual}`,
  )
  return `step ${failed?.step.stepId}: ${wrong?.join('; ')}`
}

/** The number of results of each kind. */
export function describeTotals(results: readonly ScenarioResult[], paint: Paint = PLAIN): string {
  const count = (outcome: ScenarioResult['outcome']) => results.filter((result) => result.outcome === outcome).length
  const failed = `${count('failed')} failed`
  const skipped = count('skipped') === 0 ? [] : [`${count('skipped')} skipped`]
  return [`${count('passed')} passed`, count('failed') > 0 ? paint.bad(failed) : failed, ...skipped].join(', ')
}
