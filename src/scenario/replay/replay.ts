import type { Received } from '../../target/exchange.ts'
import { type Held, heldDuring } from '../../target/sending/held.ts'
import { curl } from '../../target/writing/curl.ts'
import type { ArazzoStep } from '../arazzo.ts'
import { type Unmet, unmet } from '../criteria/criterion.ts'
import { resolved, type Scope } from '../criteria/expression.ts'
import { calledBy, type Scenario } from '../scenario.ts'
import { type Answer, act } from './act.ts'
import { callersOf } from './credentials.ts'
import { hasRelativeTimes, relativeTimes, resolveInputs } from './inputs.ts'
import { putClock } from './put-clock.ts'
import type { ReplayTarget } from './replay-target.ts'
import type { Acted, ScenarioResult, StepResult } from './result.ts'
import { patienceOf, retryPause } from './retry.ts'
import { targetTime } from './target-time.ts'
import { costsOf, type Spent, whyNot } from './why-not.ts'

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
  const wanted = stepsUpTo(scenario, upTo)
  const ended = (how: { outcome: 'passed' | 'failed' } | { outcome: 'skipped'; reason: string }): ScenarioResult => ({
    scenario,
    steps: [...steps, ...wanted.slice(steps.length).map((step) => ({ kind: 'not reached' as const, step }))],
    ms: performance.now() - start,
    ...how,
  })

  const inputs = resolveInputs(scenario, target)
  if ('missing' in inputs) return ended({ outcome: 'skipped', reason: inputs.missing })
  const hindrance = whyNot(scenario, target, spent)
  if (hindrance) return ended({ outcome: 'skipped', reason: hindrance })
  for (const [cost, count] of costsOf(scenario, target.contract)) spent.set(cost, (spent.get(cost) ?? 0) + count)
  if (target.stopped?.()) return ended({ outcome: 'skipped', reason: 'the run was stopped' })
  const clock = await putClock(scenario, target)
  if ('refused' in clock) return ended({ outcome: 'skipped', reason: clock.refused })

  const outputs: Record<string, Record<string, unknown>> = {}
  try {
    const times = hasRelativeTimes(scenario) ? relativeTimes(scenario, await targetTime(target)) : {}
    const scope = { inputs: { ...inputs.values, ...times }, outputs }
    for (const group of sentTogether(wanted)) {
      const first = group.length > 1 ? await actTogether(group, scope, target) : []
      for (const [place, step] of group.entries()) {
        const played = await playStep(step, scope, target, first[place])
        if ('cannot' in played) return ended({ outcome: 'skipped', reason: played.cannot })
        steps.push(played.result)
        if (played.result.kind === 'failed') return ended({ outcome: 'failed' })
        outputs[step.stepId] = played.outputs
      }
    }
    return ended({ outcome: 'passed' })
  } finally {
    await clock.putBack()
  }
}

function stepsUpTo({ steps }: Scenario, upTo: string | undefined): readonly ArazzoStep[] {
  const last = upTo === undefined ? -1 : steps.findIndex(({ stepId }) => stepId === upTo)
  return last < 0 ? steps : steps.slice(0, last + 1)
}

/** The steps in order, those that are under way at the same time in one group. */
function sentTogether(steps: readonly ArazzoStep[]): ArazzoStep[][] {
  const groups: ArazzoStep[][] = []
  for (const [place, step] of steps.entries()) {
    const { withNext, duringNext } = steps[place - 1]?.['x-understudy'] ?? {}
    const group = withNext || duringNext ? groups.at(-1) : undefined
    if (group) group.push(step)
    else groups.push([step])
  }
  return groups
}

const actOn = (step: ArazzoStep, scope: Scope, target: ReplayTarget, held?: Held): Promise<Answer> =>
  act(step, calledBy(target.contract, step), scope, target, held)

/** Sends the requests of a group at the same time, or one while half of the other is on its way. */
async function actTogether(group: readonly ArazzoStep[], scope: Scope, target: ReplayTarget): Promise<Answer[]> {
  const [first, next, ...others] = group
  if (!first?.['x-understudy']?.duringNext || !next || others.length > 0)
    return Promise.all(group.map((step) => actOn(step, scope, target)))
  const { done, how } = await heldDuring(
    () => actOn(first, scope, target),
    (held) => actOn(next, scope, target, held),
  )
  return how === 'held' ? [...done] : [done[0], { cannot: `no request could be under way during ${first.stepId}` }]
}

const STOPPED = { cannot: 'the run was stopped' }

type Played = { readonly result: StepResult; readonly outputs: Record<string, unknown> } | { readonly cannot: string }

/** Asks until the criteria hold or patience is at an end; what was answered already is the first attempt. */
async function playStep(step: ArazzoStep, scope: Scope, target: ReplayTarget, answered?: Answer): Promise<Played> {
  const patience = patienceOf(step, calledBy(target.contract, step), target)
  let waited = 0
  for (let attempts = 1; ; attempts++) {
    const answer = attempts === 1 && answered ? answered : await actOn(step, scope, target)
    if (target.stopped?.()) return STOPPED
    if ('cannot' in answer) return answer
    // Only criteria can say that a refusal was meant.
    const { refused } = answer
    if (refused !== undefined && !step.successCriteria?.length) return { cannot: refused }
    const seen = { ...scope, ...(answer.response && { response: answer.response }) }
    const missed = await missedBy(step, answer, seen, target)
    await target.takeTurns?.()
    if (target.stopped?.()) return STOPPED
    const { acted } = answer
    if (missed.length === 0)
      return { result: { kind: 'passed', step, acted, attempts }, outputs: outputsOf(step, seen) }
    const pause = retryPause(patience, waited, answer.response)
    const isFault = refused === undefined || step['x-understudy']?.mustHappen
    if (pause === undefined && !isFault) return { cannot: refused }
    if (pause === undefined)
      return { result: { kind: 'failed', step, acted, attempts, ...shortfall(acted, missed, target) }, outputs: {} }
    await target.wait(pause)
    waited += pause
  }
}

async function missedBy(
  step: ArazzoStep,
  answer: Exclude<Answer, { cannot: string }>,
  seen: Scope,
  { takeTurns, stopped }: ReplayTarget,
): Promise<Unmet[]> {
  if (!answer.response) return [{ expected: 'an answer', actual: answer.problem }]
  const missed: Unmet[] = []
  for (const criterion of step.successCriteria ?? []) {
    const one = unmet(criterion, seen)
    if (one) missed.push(one)
    await takeTurns?.()
    if (stopped?.()) break
  }
  return missed
}

const outputsOf = ({ outputs = {} }: ArazzoStep, seen: Scope): Record<string, unknown> =>
  Object.fromEntries(Object.entries(outputs).map(([name, text]) => [name, resolved(text, seen)]))

/** The unmet criteria of a failed step, and the command that repeats it. */
function shortfall(
  acted: Acted,
  missed: readonly Unmet[],
  target: ReplayTarget,
): { readonly unmet: readonly Unmet[]; readonly curl: string | undefined } {
  if (acted.by !== 'request') return { unmet: missed, curl: undefined }
  const { exchange } = acted
  const line = curl(exchange.sent, target.url.replace(/\/$/, ''), callersOf(target))
  const aboutStatus = missed.filter(({ expected }) => /(?:^|[ (])status /.test(expected))
  if (aboutStatus.length === 0 || !exchange.answered) return { unmet: missed, curl: line }
  // The body of a refusal lacks everything that was expected of a success: only the refusal tells.
  const telling = exchange.received.status >= 400 ? aboutStatus : missed
  return { unmet: [...telling, ...explained(exchange.received)], curl: line }
}

/** Why something was refused, in the target's own words. */
function explained({ json, status }: Received): Unmet[] {
  const error = (json as { error?: unknown } | undefined)?.error
  return status >= 400 && typeof error === 'string' ? [{ expected: '', actual: `it says: ${error}` }] : []
}
