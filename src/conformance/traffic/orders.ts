import type { Shadow } from '../shadow/shadow.ts'
import { type Call, hasEffect, overlap } from './call.ts'
import { type JudgedCall, judgeCall, type TrafficContext } from './judge-call.ts'

/** A judged call, with the shadow before it. */
export interface Entry {
  readonly call: Call
  readonly before: Shadow
}

/** Concurrent calls in a possible order, with the verdict on each. */
export interface Order {
  readonly entries: readonly Entry[]
  readonly verdicts: ReadonlyMap<Call, JudgedCall>
  readonly after: Shadow
}

/** With more concurrent calls there are too many orders to try, and nothing is reported. */
export const MAX_CONCURRENT = 4

/** A call with findings, and the calls that overlap with it. */
export interface ConcurrentCalls {
  /** The shadow before all of them. */
  readonly before: Shadow
  /** The call with findings. */
  readonly call: Call
  /** Calls that were judged before and may have affected it. */
  readonly past: readonly Call[]
  /** Calls that were judged before and are about something else. */
  readonly unrelated: readonly Call[]
  /** Calls that ended after it. */
  readonly coming: readonly Call[]
}

/** An order of concurrent calls without findings, if there is one. It is then taken as what happened. */
export function consistentOrder(
  context: TrafficContext,
  { before, call, past, unrelated, coming }: ConcurrentCalls,
): Order | undefined {
  const needed = [...past, call]
  for (const order of possibleOrders([...needed, ...coming])) {
    // Calls that ended later are included only if a needed one comes after them.
    const fitting = inOrder(context, before, [...unrelated, ...upTo(order, needed)])
    if (fitting) return fitting
  }
  return undefined
}

/** An order up to the last of the calls that must be in it. */
function upTo(order: readonly Call[], needed: readonly Call[]): readonly Call[] {
  const last = Math.max(...needed.map((call) => order.indexOf(call)))
  return order.slice(0, last + 1)
}

/** Judges calls in one order; undefined if there is a finding that depends on the order. */
function inOrder(context: TrafficContext, first: Shadow, calls: readonly Call[]): Order | undefined {
  const verdicts = new Map<Call, JudgedCall>()
  const entries: Entry[] = []
  let shadow = first
  for (const call of calls) {
    const judged = judgeCall(context, shadow, call)
    if (dependent(judged).length > 0) return undefined
    verdicts.set(call, judged)
    entries.push({ call, before: shadow })
    shadow = judged.shadow
  }
  return { entries, verdicts, after: shadow }
}

/** Checks whose findings do not depend on earlier calls. */
const IN_ANY_ORDER: ReadonlySet<string> = new Set(['schema', 'secret', 'server-error'])

/** The findings of a call that depend on earlier calls. */
export const dependent = ({ findings }: JudgedCall) => findings.filter(({ check }) => !IN_ANY_ORDER.has(check))

/** Every order in which a call that ended before another began also comes before it. */
export function* possibleOrders(calls: readonly Call[], chosen: readonly Call[] = []): Generator<readonly Call[]> {
  if (calls.length === 0) yield chosen
  for (const call of calls) {
    const others = calls.filter((one) => one !== call)
    const mayBeNext = others.every((other) => other.exchange.endedMs >= call.exchange.startedMs)
    if (mayBeNext) yield* possibleOrders(others, [...chosen, call])
  }
}

/** Whether another call overlaps with this one and may have changed what it saw. */
export const mayAffect = (call: Call, other: Call): boolean =>
  other !== call && hasEffect(other) && overlap(other, call) && areRelated(call.operation.area, other.operation.area)

/** Areas are independent, except for those that decide about access to the others. */
const areRelated = (one: string, other: string): boolean =>
  one === other || EVERYWHERE.has(one) || EVERYWHERE.has(other)
const EVERYWHERE: ReadonlySet<string> = new Set(['tokens', 'iam'])
