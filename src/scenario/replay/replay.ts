import { curl } from '../../target/curl.ts'
import type { Received } from '../../target/exchange.ts'
import type { ArazzoStep } from '../arazzo.ts'
import { type Unmet, unmet } from '../criteria/criterion.ts'
import { resolved, type Scope } from '../criteria/expression.ts'
import { describedStatus } from '../described-status.ts'
import { type Called, calledBy, type Scenario } from '../scenario.ts'
import { credentialHeaders } from './credentials.ts'
import { resolveInputs } from './inputs.ts'
import type { ReplayTarget } from './replay-target.ts'
import { eventBodyOf, requestOf } from './request.ts'
import type { Acted, ScenarioResult, StepResult } from './result.ts'
import { patienceOf, retryPause } from './retry.ts'
import { costsOf, type Spent, setsClock, whyNot } from './why-not.ts'

export interface ReplayOptions {
  /** Shared between the scenarios of one run. */
  readonly spent?: Spent
  /** The last step to play. */
  readonly upTo?: string | undefined
}

/** Plays a scenario on a target, step by step, until one does not come out as it says. */
export async function replay(
  scenario: Scenario,
  target: ReplayTarget,
  { spent = new Map(), upTo }: ReplayOptions = {},
): Promise<ScenarioResult> {
  const start = performance.now()
  const steps: StepResult[] = []
  const ended = (how: { outcome: 'passed' | 'failed' } | { outcome: 'skipped'; reason: string }): ScenarioResult => ({
    scenario,
    steps: [...steps, ...wanted.slice(steps.length).map((step) => ({ kind: 'not reached' as const, step }))],
    ms: performance.now() - start,
    ...how,
  })
  const last = upTo === undefined ? -1 : scenario.steps.findIndex(({ stepId }) => stepId === upTo)
  const wanted = last < 0 ? scenario.steps : scenario.steps.slice(0, last + 1)

  const inputs = resolveInputs(scenario, target)
  if ('missing' in inputs) return ended({ outcome: 'skipped', reason: inputs.missing })
  const hindrance = whyNot(scenario, target, spent)
  if (hindrance) return ended({ outcome: 'skipped', reason: hindrance })
  for (const [cost, count] of costsOf(scenario, target.contract)) spent.set(cost, (spent.get(cost) ?? 0) + count)
  const clock = await putClock(scenario, target)
  if ('refused' in clock) return ended({ outcome: 'skipped', reason: clock.refused })

  const outputs: Record<string, Record<string, unknown>> = {}
  try {
    for (const step of wanted) {
      const played = await playStep(step, { inputs: inputs.values, outputs }, target)
      if ('cannot' in played) return ended({ outcome: 'skipped', reason: played.cannot })
      steps.push(played.result)
      if (played.result.kind === 'failed') return ended({ outcome: 'failed' })
      outputs[step.stepId] = played.outputs
    }
    return ended({ outcome: 'passed' })
  } finally {
    await clock.putBack()
  }
}

type Played = { readonly result: StepResult; readonly outputs: Record<string, unknown> } | { readonly cannot: string }

/** Asks until the criteria hold or patience is at an end. */
async function playStep(step: ArazzoStep, scope: Scope, target: ReplayTarget): Promise<Played> {
  const called = calledBy(target.contract, step)
  const patience = patienceOf(step, called, target)
  let waited = 0
  for (let attempts = 1; ; attempts++) {
    const answer = await act(step, called, scope, target)
    if ('cannot' in answer) return answer
    // Only criteria can say that a refusal was meant.
    if (answer.refused !== undefined && !step.successCriteria?.length) return { cannot: answer.refused }
    const seen = { ...scope, ...(answer.response && { response: answer.response }) }
    const missed = answer.response
      ? (step.successCriteria ?? []).flatMap((criterion) => unmet(criterion, seen) ?? [])
      : [{ expected: 'an answer', actual: answer.problem }]
    if (missed.length === 0) {
      const outputs = Object.entries(step.outputs ?? {}).map(([name, text]) => [name, resolved(text, seen)])
      return {
        result: { kind: 'passed', step, acted: answer.acted, attempts },
        outputs: Object.fromEntries(outputs),
      }
    }
    const pause = retryPause(patience, waited, answer.response)
    if (pause === undefined && answer.refused !== undefined) return { cannot: answer.refused }
    if (pause === undefined) return { result: failed(step, answer.acted, attempts, missed, target), outputs: {} }
    await target.wait(pause)
    waited += pause
  }
}

function failed(
  step: ArazzoStep,
  acted: Acted,
  attempts: number,
  missed: readonly Unmet[],
  target: ReplayTarget,
): StepResult {
  const line =
    acted.by === 'request'
      ? curl(acted.exchange.sent, target.url.replace(/\/$/, ''), credentialHeaders(target))
      : undefined
  const text = acted.by === 'request' && acted.exchange.answered ? acted.exchange.received : undefined
  const status = missed.some(({ expected }) => expected.includes('$statusCode')) && text ? explained(text) : []
  return { kind: 'failed', step, acted, attempts, unmet: [...missed, ...status], curl: line }
}

/** Why something was refused, in the target's own words. */
function explained({ json, status }: Received): Unmet[] {
  const error = (json as { error?: unknown } | undefined)?.error
  return status >= 400 && typeof error === 'string' ? [{ expected: '', actual: `it says: ${error}` }] : []
}

type Response = NonNullable<Scope['response']>
type Answer =
  /** refused: why a driver did not cause an event, which is no fault of the target unless it was meant to happen. */
  | { readonly acted: Acted; readonly response: Response; readonly refused?: string }
  | { readonly acted: Acted; readonly response?: undefined; readonly problem: string; readonly refused?: undefined }
  | { readonly cannot: string }

async function act(step: ArazzoStep, called: Called, scope: Scope, target: ReplayTarget): Promise<Answer> {
  if (called.source === 'control' && target.kind === 'target') return cause(step, called, scope, target)
  const exchange = await target.send(requestOf(step, called, scope, target))
  const acted: Acted = { by: 'request', exchange }
  if (!exchange.answered) return { acted, problem: exchange.problem }
  const { status, headers, json, text } = exchange.received
  if (status === 501 && target.kind !== 'target') return { cannot: `the mock does not know ${called.operation.id}` }
  return { acted, response: { status: judgedStatus(called, status, target), headers, body: json ?? text } }
}

async function cause(step: ArazzoStep, { operation }: Called, scope: Scope, target: ReplayTarget): Promise<Answer> {
  const body = eventBodyOf(step, scope)
  try {
    const answer = await target.driver.cause(operation.id, body)
    const acted: Acted = { by: 'driver', event: operation.id, body, answer }
    return { acted, response: { status: operation.success.status, headers: {}, body: answer } }
  } catch (error) {
    const { message, status } = error as Error & { readonly status?: unknown }
    const refused = `the driver could not cause ${operation.id}: ${message}`
    if (typeof status !== 'number' || status < 400 || status > 499) return { cannot: refused }
    const answer = { error: message }
    const acted: Acted = { by: 'driver', event: operation.id, body, answer }
    return { acted, response: { status, headers: {}, body: answer }, refused }
  }
}

/** Where the success status is open, any success counts as the one described. */
function judgedStatus({ source, operation }: Called, status: number, { contract }: ReplayTarget): number {
  if (source === 'control' || !operation.success.open || status < 200 || status > 299) return status
  return describedStatus(contract, operation.id) ?? status
}

/** Sets the clock a scenario depends on, on a mock or target that goes on living afterwards. */
async function putClock(
  scenario: Scenario,
  target: ReplayTarget,
): Promise<{ readonly putBack: () => Promise<void> } | { readonly refused: string }> {
  const nothing = { putBack: async () => {} }
  const { clock } = scenario.notes
  if (target.kind === 'fresh' || clock === undefined || !setsClock(scenario)) return nothing
  try {
    const before = target.driver.can('getClock') ? await target.driver.cause('getClock', {}) : undefined
    await target.driver.cause('setClock', { mode: 'set', now: clock })
    const wasReal = (before as { mode?: unknown } | undefined)?.mode === 'real'
    return wasReal ? { putBack: async () => void (await target.driver.cause('setClock', { mode: 'real' })) } : nothing
  } catch (error) {
    return { refused: `its clock cannot be set: ${(error as Error).message}` }
  }
}
