import type { EventName } from '../../model/request/operation-types.ts'
import type { Finding } from '../finding/finding.ts'
import { judgeEvent } from '../judge/judge-event.ts'
import type { Shadow } from '../shadow/shadow.ts'
import { type Call, hasEffect, isLook, overlap } from './call.ts'
import { type Bench, type JudgedCall, judgeCall, nothingSeen } from './judge-call.ts'
import { dependent, type Entry, fittingOrder, isRival, MOST_AT_ONCE } from './orders.ts'

/** What was said of calls, each with what was found in it. */
export type Told = ReadonlyMap<Call, JudgedCall>

interface Span {
  readonly startedMs: number
  readonly endedMs: number
}

/** One world of a target, followed by what passes: what is believed of it, and what was judged lately. */
export class FollowedWorld {
  readonly #bench: Bench
  #shadow: Shadow
  /** Judged calls that something still under way may have met. */
  #past: Entry[] = []
  /** Judged ahead of their turn, because they came before one that ended sooner. */
  readonly #ahead = new Set<Call>()
  /** When something happened that nobody could follow: what was under way then is not followed either. */
  #lost: Span | undefined

  constructor(bench: Bench) {
    this.#bench = bench
    this.#shadow = nothingSeen(bench)
  }

  /** Judges a call. All that were under way with it are over; those that ended later are `coming`. */
  judge(call: Call, coming: readonly Call[]): Told {
    if (this.#ahead.delete(call)) return new Map()
    if (this.#lost && call.exchange.startedMs <= this.#lost.endedMs) return this.#onlyLookAt(call)
    const judged = judgeCall(this.#bench, this.#shadow, call)
    if (judged.forgets) this.#lost = call.exchange
    const wrong = dependent(judged)
    return wrong.length === 0 ? this.#take(call, judged) : this.#reorder(call, judged, coming)
  }

  /** It may have met the target before or after what nobody could follow. */
  #onlyLookAt(call: Call): Told {
    const judged = judgeCall(this.#bench, nothingSeen(this.#bench), call)
    const certain = dependent(judged)
    return new Map([[call, { ...judged, findings: judged.findings.filter((one) => !certain.includes(one)) }]])
  }

  #take(call: Call, judged: JudgedCall): Told {
    const before = this.#shadow
    this.#shadow = judged.shadow
    if (hasEffect(call)) this.#keepOtherOrder(call)
    this.#past.push({ call, before })
    return new Map([[call, judged]])
  }

  /** Two changes of the same thing at the same time may have come in either order: the world of the other order is kept. */
  #keepOtherOrder(call: Call): void {
    const rivals = this.#past.filter((entry) => hasEffect(entry.call) && overlap(entry.call, call))
    const same = rivals.find((entry) => isAboutSame(entry.call, call))
    if (!same || this.#shadow.others.length >= MOST_OTHERS) return
    let shadow = same.before
    const rest = rivals.slice(rivals.indexOf(same)).map((entry) => entry.call)
    for (const one of [call, ...rest]) {
      const judged = judgeCall(this.#bench, shadow, one)
      if (dependent(judged).length > 0) return
      shadow = judged.shadow
    }
    this.#shadow = { ...this.#shadow, others: [...this.#shadow.others, { world: shadow.world, because: [] }] }
  }

  #reorder(call: Call, judged: JudgedCall, coming: readonly Call[]): Told {
    const since = this.#past.findIndex((entry) => isRival(call, entry.call))
    const suffix = since === -1 ? [] : this.#past.slice(since)
    const changes = suffix.map((entry) => entry.call).filter(hasEffect)
    const past = changes.filter((one) => isRival(call, one))
    const later = coming.filter((one) => isRival(call, one) && !this.#ahead.has(one))
    const atOnce = past.length + later.length
    if (atOnce === 0) return this.#mayBeStale(call) ? this.#excuse(call, judged) : this.#take(call, judged)
    if (atOnce > MOST_AT_ONCE) return this.#excuse(call, judged)
    const order = fittingOrder(this.#bench, {
      before: suffix[0]?.before ?? this.#shadow,
      call,
      past,
      apart: changes.filter((one) => !past.includes(one)),
      coming: later,
    })
    if (!order) return this.#take(call, inParallel(judged))
    const isNew = (one: Call) => !changes.includes(one)
    for (const { call: one } of order.entries) if (isNew(one) && one !== call) this.#ahead.add(one)
    this.#shadow = order.after
    this.#past = [...order.entries]
    return new Map([...order.told].filter(([one]) => isNew(one)))
  }

  /** What is wrong in this order may be right in another one. */
  #excuse(call: Call, judged: JudgedCall): Told {
    const wrong = dependent(judged)
    return this.#take(call, { ...judged, findings: judged.findings.filter((one) => !wrong.includes(one)) })
  }

  /** A look so soon after a change may show what was before it, where the profile allows for that. */
  #mayBeStale(call: Call): boolean {
    const settleMs = this.#bench.contract.profile.settle * 1000
    if (settleMs === 0 || !isLook(call)) return false
    return this.#past.some(
      (entry) => hasEffect(entry.call) && call.exchange.startedMs - entry.call.exchange.endedMs < settleMs,
    )
  }

  /** An outside event that our own mock was told of. */
  happened(event: string, given: { readonly body: unknown; readonly answer: unknown }, span: Span): void {
    try {
      const { contract } = this.#bench
      const [{ organization: org = '' } = {}] = Object.values(contract.profile.actors)
      this.#shadow = judgeEvent({ contract, shadow: this.#shadow, event: event as EventName, org, ...given })
      this.#past = []
    } catch {
      this.forget(span)
    }
  }

  /** Whatever was believed may be otherwise now. */
  forget(span: Span): void {
    this.#shadow = nothingSeen(this.#bench)
    this.#past = []
    this.#lost = span
  }

  /** Nothing that began before this is under way any more. */
  settled(sinceMs: number): void {
    const settleMs = this.#bench.contract.profile.settle * 1000
    const from = this.#past.findIndex((entry) => entry.call.exchange.endedMs >= sinceMs - settleMs)
    this.#past = from === -1 ? [] : this.#past.slice(from)
  }
}

/** So many worlds are kept apart by orders alone. */
const MOST_OTHERS = 4

/** Whether two calls name the same thing. */
const isAboutSame = (one: Call, other: Call): boolean => {
  const ids = new Set(Object.values(one.parameters))
  if (ids.size === 0) return one.operation.entity === other.operation.entity && one.operation.does === 'update'
  return Object.values(other.parameters).some((id) => ids.has(id))
}

/** What is wrong in every order of what was under way together. */
function inParallel(judged: JudgedCall): JudgedCall {
  const wrong = dependent(judged)
  const together = (finding: Finding): Finding =>
    wrong.includes(finding)
      ? { ...finding, check: 'parallel', circumstance: { kind: 'together', check: finding.check } }
      : finding
  return { ...judged, findings: judged.findings.map(together) }
}
