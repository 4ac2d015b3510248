import type { Shadow } from '../shadow/shadow.ts'
import { type Call, hasEffect, overlap } from './call.ts'
import { type Bench, type JudgedCall, judgeCall } from './judge-call.ts'

/** A call that was judged, and what was believed before it. */
export interface Entry {
  readonly call: Call
  readonly before: Shadow
}

/** Calls in an order in which they may have happened, with what is said of each. */
export interface Order {
  readonly entries: readonly Entry[]
  readonly told: ReadonlyMap<Call, JudgedCall>
  readonly after: Shadow
}

/** With more at once nothing is said: there are too many ways it may have been. */
export const MOST_AT_ONCE = 4

/** Calls that were under way together. */
export interface Together {
  /** What was believed before all of them. */
  readonly before: Shadow
  /** The one that does not fit. */
  readonly call: Call
  /** Judged already, and in question. */
  readonly past: readonly Call[]
  /** Judged already, and about something else. */
  readonly apart: readonly Call[]
  /** Over later than the one that does not fit. */
  readonly coming: readonly Call[]
}

/** An order of calls that were under way together in which nothing is wrong: then that is how it was. */
export function fittingOrder(bench: Bench, { before, call, past, apart, coming }: Together): Order | undefined {
  const needed = [...past, call]
  for (const order of possibleOrders([...needed, ...coming])) {
    // Those that come later are taken along only as far as they are needed.
    const fitting = inOrder(bench, before, [...apart, ...upTo(order, needed)])
    if (fitting) return fitting
  }
  return undefined
}

/** An order as far as the last of those that have to be in it. */
function upTo(order: readonly Call[], needed: readonly Call[]): readonly Call[] {
  const last = Math.max(...needed.map((call) => order.indexOf(call)))
  return order.slice(0, last + 1)
}

/** What comes of calls in one order; undefined when something in it is wrong that depends on the order. */
function inOrder(bench: Bench, first: Shadow, calls: readonly Call[]): Order | undefined {
  const told = new Map<Call, JudgedCall>()
  const entries: Entry[] = []
  let shadow = first
  for (const call of calls) {
    const judged = judgeCall(bench, shadow, call)
    if (dependent(judged).length > 0) return undefined
    told.set(call, judged)
    entries.push({ call, before: shadow })
    shadow = judged.shadow
  }
  return { entries, told, after: shadow }
}

/** Whatever came before or after, these are wrong. */
const IN_ANY_ORDER: ReadonlySet<string> = new Set(['schema', 'secret', 'server-error'])

/** What is wrong only if what went before is as it is believed. */
export const dependent = ({ findings }: JudgedCall) => findings.filter(({ check }) => !IN_ANY_ORDER.has(check))

/** Every order that keeps what was over before something else began. */
export function* possibleOrders(calls: readonly Call[], chosen: readonly Call[] = []): Generator<readonly Call[]> {
  if (calls.length === 0) yield chosen
  for (const call of calls) {
    const others = calls.filter((one) => one !== call)
    const mayBeNext = others.every((other) => other.exchange.endedMs >= call.exchange.startedMs)
    if (mayBeNext) yield* possibleOrders(others, [...chosen, call])
  }
}

/** Whether one may have changed what the other met. */
export const isRival = (call: Call, other: Call): boolean =>
  other !== call && hasEffect(other) && overlap(other, call) && meet(call.operation.area, other.operation.area)

/** Areas keep to themselves, but for who may do what in them. */
const meet = (one: string, other: string): boolean => one === other || EVERYWHERE.has(one) || EVERYWHERE.has(other)
const EVERYWHERE: ReadonlySet<string> = new Set(['tokens', 'iam'])
