import type { Contract } from '../../contract/contract.ts'
import type { World } from '../../model/world/world.ts'
import type { Finding } from '../finding/finding.ts'
import { keyOf } from '../finding/key.ts'
import { citingOne } from '../finding/one-rule.ts'
import { note } from '../sequence/execute.ts'
import { type Coverage, countIn, newCoverage } from '../session/coverage.ts'
import { makeTargetClock } from '../session/target-clock.ts'
import { toldChoices } from '../start/told-choices.ts'
import { type Call, callOf } from './call.ts'
import { type AssumedCaller, Callers } from './caller.ts'
import { FollowedWorld, type Verdicts } from './followed-world.ts'
import { History } from './history.ts'
import type { JudgedCall, TrafficContext } from './judge-call.ts'
import { outsideOf } from './outside.ts'
import { type PseudonymizedExchange, Pseudonymizer } from './pseudonymizer.ts'
import { Repeats } from './repeats.ts'
import type { TimedExchange } from './timed-exchange.ts'
import type { TrafficEvent } from './traffic-event.ts'
import { worldOf } from './world-of.ts'

export interface TrafficOptions {
  readonly contract: Contract
  /** The world before the first exchange: the actors, and the catalogs of the target. */
  readonly base: World
  readonly listen: (event: TrafficEvent) => void
  /** The caller of requests whose credential is missing or unknown. */
  readonly assumed?: AssumedCaller
}

/** An item of traffic. Items are kept in the order in which they ended. */
type Item =
  | { readonly kind: 'call'; readonly world: string; readonly call: Call }
  | { readonly kind: 'outside'; readonly world: string; readonly exchange: PseudonymizedExchange }
  /** The response of an earlier call once more; this one had no effect. */
  | { readonly kind: 'repeat'; readonly exchange: PseudonymizedExchange }
  /** It is unknown whether the request took effect. */
  | { readonly kind: 'unanswered'; readonly startedMs: number; readonly endedMs: number }

/** Judges the exchanges of others, in whatever order they are reported. They have already been passed on. */
export class TrafficJudge {
  readonly coverage: Coverage = newCoverage()
  readonly #contract: Contract
  readonly #pseudonymizer: Pseudonymizer
  readonly #context: TrafficContext
  readonly #listen: (event: TrafficEvent) => void
  readonly #worlds = new Map<string, FollowedWorld>()
  readonly #history: History
  readonly #repeats = new Repeats()
  readonly #known = new Map<string, number>()
  /** Start times of the exchanges in progress. */
  readonly #underWay = new Map<number, number>()
  /** Start times of exchanges that take too long to wait for. */
  readonly #overdue = new Map<number, number>()
  #waiting: Item[] = []
  #count = 0
  #judged = 0
  #inFull = 0
  #nowMs = 0
  /** Duration of the longest call. */
  #longestMs = 0

  constructor({ contract, base, listen, assumed = { missing: 'nobody' } }: TrafficOptions) {
    this.#contract = contract
    this.#pseudonymizer = new Pseudonymizer(contract)
    this.#listen = listen
    this.#history = new History(contract)
    this.#context = {
      contract,
      callers: new Callers(contract, this.#pseudonymizer, assumed),
      secrets: this.#pseudonymizer,
      clock: makeTargetClock(() => this.#nowMs),
      base,
      learned: toldChoices(contract),
      hasRoles: true,
    }
  }

  /** Exchanges that called an operation so far. */
  get exchanges(): number {
    return this.#count
  }

  /** Number of those that were compared with the model. */
  get inFull(): number {
    return this.#inFull
  }

  get callers(): number {
    return this.#context.callers.met.size
  }

  get strangers(): number {
    return this.#context.callers.strangers
  }

  /** Number of times that each finding occurred, by key. */
  get found(): ReadonlyMap<string, number> {
    return this.#known
  }

  began(number: number, atMs: number): void {
    this.#underWay.set(number, atMs)
    for (const [one, beganMs] of this.#underWay) {
      if (beganMs > atMs - LONGEST_MS) return
      this.#underWay.delete(one)
      this.#overdue.set(one, beganMs)
    }
  }

  /** An exchange has ended. Its secrets are not kept. */
  took(number: number, exchange: TimedExchange): void {
    // Calls that overlap with an overdue one were judged without it, so its effect cannot be ordered any more.
    const isOverdue = this.#overdue.delete(number)
    this.#underWay.delete(number)
    const { world, path } = worldOf(exchange)
    const pseudonymized = this.#pseudonymizer.pseudonymized({ ...exchange, path })
    const call =
      exchange.isWhole === false || isOverdue ? undefined : callOf(this.#contract, pseudonymized, this.#count)
    if (call) this.#count++
    if (call && this.#repeats.isRepeat(pseudonymized)) this.#insert({ kind: 'repeat', exchange: pseudonymized })
    else this.#insert(call ? { kind: 'call', world, call } : { kind: 'outside', world, exchange: pseudonymized })
  }

  /** A request got no response. */
  lost(number: number, endedMs: number): void {
    const startedMs = this.#underWay.get(number) ?? this.#overdue.get(number) ?? endedMs
    this.#underWay.delete(number)
    this.#overdue.delete(number)
    this.#insert({ kind: 'unanswered', startedMs, endedMs })
  }

  /** This many exchanges were not reported to the judge: their effects are unknown. */
  skipped(count: number, { startedMs, endedMs }: Span): void {
    const { inconclusive } = this.coverage
    inconclusive.set(TOO_MUCH, (inconclusive.get(TOO_MUCH) ?? 0) + count)
    this.#insert({ kind: 'unanswered', startedMs, endedMs })
  }

  /** Keeps the items in the order in which they ended; most arrive in that order. */
  #insert(item: Item): void {
    const { startedMs, endedMs } = spanOf(item)
    if (item.kind === 'call') this.#longestMs = Math.max(this.#longestMs, endedMs - startedMs)
    let place = this.#waiting.length
    while (place > 0 && spanOf(this.#waiting[place - 1] as Item).endedMs > endedMs) place--
    this.#waiting.splice(place, 0, item)
  }

  /** Judges the next exchange if all that overlap with it have ended. Returns whether there was one. */
  step(): boolean {
    const [next] = this.#waiting
    const oldestMs = earliest(this.#underWay.values())
    if (!next || spanOf(next).endedMs >= oldestMs) return false
    this.#waiting.shift()
    this.#nowMs = Math.max(this.#nowMs, spanOf(next).endedMs)
    this.#judge(next)
    if (++this.#judged % TIDY_EVERY === 0) this.#tidy(oldestMs)
    return true
  }

  /** Judges all remaining exchanges. */
  finish(): void {
    this.#underWay.clear()
    while (this.step());
  }

  #judge(item: Item): void {
    if (item.kind === 'call') this.#tell(this.#worldCalled(item.world).judge(item.call, this.#coming(item)))
    else if (item.kind === 'outside') this.#notice(item.world, item.exchange)
    else if (item.kind === 'unanswered') for (const world of this.#worlds.values()) world.forget(item)
  }

  /** The calls that ended after this one and overlap with it. */
  #coming({ world, call }: Item & { readonly kind: 'call' }): Call[] {
    const { endedMs } = call.exchange
    const coming: Call[] = []
    for (const one of this.#waiting) {
      if (spanOf(one).endedMs - this.#longestMs > endedMs) break
      if (one.kind === 'call' && one.world === world && one.call.exchange.startedMs <= endedMs) coming.push(one.call)
    }
    return coming
  }

  #notice(world: string, exchange: PseudonymizedExchange): void {
    const outside = outsideOf(this.#contract, exchange)
    if (outside.kind === 'event') this.#worldCalled(world).happened(outside.event, outside, exchange)
    // It may have changed any of the worlds.
    if (outside.kind === 'anything') for (const one of this.#worlds.values()) one.forgetAll(exchange)
  }

  #worldCalled(name: string): FollowedWorld {
    const known = this.#worlds.get(name)
    if (known) return known
    const world = new FollowedWorld(this.#context)
    this.#worlds.set(name, world)
    for (const [oldest] of this.#worlds) if (this.#worlds.size > MAX_WORLDS) this.#worlds.delete(oldest)
    return world
  }

  #tell(verdicts: Verdicts): void {
    for (const [call, judged] of verdicts) {
      this.#cover(call, judged)
      const entry = this.#history.add(call, judged)
      for (const finding of judged.findings) this.#announce(citingOne(this.#contract, finding), entry)
    }
  }

  #cover(call: Call, { judged }: JudgedCall): void {
    const { contract, clock } = this.#context
    if (judged) this.#inFull++
    if (judged) note({ contract, coverage: this.coverage, learning: false, clock }, judged)
    else countIn(this.coverage.statuses, call.operation.id, call.received.status)
  }

  #announce(finding: Finding, entry: number): void {
    const key = keyOf(finding)
    const times = this.#known.get(key) ?? 0
    this.#known.set(key, times + 1)
    if (times > 0) this.#listen({ kind: 'again', finding })
    else this.#listen({ kind: 'found', finding, trace: this.#history.traceOf(entry, finding), atMs: this.#nowMs })
  }

  #tidy(oldestMs: number): void {
    const waitingMs = earliest(this.#waiting.values().map((item) => spanOf(item).startedMs))
    const sinceMs = Math.min(oldestMs, waitingMs, this.#nowMs)
    for (const world of this.#worlds.values()) world.settled(sinceMs)
  }
}

/** The least of any number of times: Math.min takes only as many as fit on the stack. */
function earliest(times: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY
  for (const ms of times) if (ms < least) least = ms
  return least
}

const TIDY_EVERY = 50
/** Number of sandboxes of a mock that are followed at the same time. */
const MAX_WORLDS = 64

/** Exchanges that take longer, such as event streams, do not delay the judging of others. */
const LONGEST_MS = 30_000
const TOO_MUCH = 'exchanges not judged, because they passed faster than they could be'

interface Span {
  readonly startedMs: number
  readonly endedMs: number
}

const spanOf = (item: Item): Span =>
  item.kind === 'call' ? item.call.exchange : 'exchange' in item ? item.exchange : item
