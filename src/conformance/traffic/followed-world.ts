import type { EventName } from '../../model/request/operation-types.ts'
import type { Finding } from '../finding/finding.ts'
import { judgeEvent } from '../judge/judge-event.ts'
import type { Shadow } from '../shadow/shadow.ts'
import { type Call, hasEffect, isRead, overlap } from './call.ts'
import { emptyShadow, type JudgedCall, judgeCall, type TrafficContext } from './judge-call.ts'
import { consistentOrder, dependent, type Entry, MAX_CONCURRENT, mayAffect } from './orders.ts'

/** The verdicts on calls that were judged in one step. */
export type Verdicts = ReadonlyMap<Call, JudgedCall>

interface Span {
  readonly startedMs: number
  readonly endedMs: number
}

/** One world of a target, followed through its traffic: the shadow, and the calls judged last. */
export class FollowedWorld {
  #context: TrafficContext
  #shadow: Shadow
  /** Judged calls that overlap with a call that is still in progress. */
  #past: Entry[] = []
  /** Calls that were judged before their turn: they ended later, but took effect before a call that ended earlier. */
  readonly #judgedEarly = new Set<Call>()
  /** The time of an exchange whose effect is unknown; calls that overlap with it cannot be ordered. */
  #unknownEffect: Span | undefined

  constructor(context: TrafficContext) {
    this.#context = context
    this.#shadow = emptyShadow(context)
  }

  /** Judges a call. All calls that overlap with it have ended; those that ended later are `coming`. */
  judge(call: Call, coming: readonly Call[]): Verdicts {
    if (this.#judgedEarly.delete(call)) return new Map()
    if (this.#unknownEffect && call.exchange.startedMs <= this.#unknownEffect.endedMs)
      return this.#judgeWithoutState(call)
    const judged = judgeCall(this.#context, this.#shadow, call)
    if (judged.losesTrack) this.#unknownEffect = call.exchange
    const wrong = dependent(judged)
    return wrong.length === 0 ? this.#take(call, judged) : this.#reorder(call, judged, coming)
  }

  /** Only checks that do not depend on the state: the call may have come before or after the unknown effect. */
  #judgeWithoutState(call: Call): Verdicts {
    const judged = judgeCall(this.#context, emptyShadow(this.#context), call)
    const uncertain = dependent(judged)
    return new Map([[call, { ...judged, findings: judged.findings.filter((one) => !uncertain.includes(one)) }]])
  }

  #take(call: Call, judged: JudgedCall): Verdicts {
    const before = this.#shadow
    this.#shadow = judged.shadow
    if (hasEffect(call)) this.#keepOtherOrder(call)
    this.#past.push({ call, before })
    return new Map([[call, judged]])
  }

  /** Two concurrent changes of the same thing may have come in either order: the world of the other order is kept too. */
  #keepOtherOrder(call: Call): void {
    const rivals = this.#past.filter((entry) => hasEffect(entry.call) && overlap(entry.call, call))
    const same = rivals.find((entry) => isAboutSame(entry.call, call))
    if (!same || this.#shadow.others.length >= MAX_OTHERS) return
    let shadow = same.before
    const rest = rivals.slice(rivals.indexOf(same)).map((entry) => entry.call)
    for (const one of [call, ...rest]) {
      const judged = judgeCall(this.#context, shadow, one)
      if (dependent(judged).length > 0) return
      shadow = judged.shadow
    }
    this.#shadow = { ...this.#shadow, others: [...this.#shadow.others, { world: shadow.world, because: [] }] }
  }

  #reorder(call: Call, judged: JudgedCall, coming: readonly Call[]): Verdicts {
    const since = this.#past.findIndex((entry) => mayAffect(call, entry.call))
    const suffix = since === -1 ? [] : this.#past.slice(since)
    const changes = suffix.map((entry) => entry.call).filter(hasEffect)
    const past = changes.filter((one) => mayAffect(call, one))
    const later = coming.filter((one) => mayAffect(call, one) && !this.#judgedEarly.has(one))
    const atOnce = past.length + later.length
    if (atOnce === 0) return this.#mayBeStale(call) ? this.#dropDependent(call, judged) : this.#take(call, judged)
    if (atOnce > MAX_CONCURRENT) return this.#dropDependent(call, judged)
    const order = consistentOrder(this.#context, {
      before: suffix[0]?.before ?? this.#shadow,
      call,
      past,
      unrelated: changes.filter((one) => !past.includes(one)),
      coming: later,
    })
    if (!order) return this.#take(call, inParallel(judged))
    const isNew = (one: Call) => !changes.includes(one)
    for (const { call: one } of order.entries) if (isNew(one) && one !== call) this.#judgedEarly.add(one)
    this.#shadow = order.after
    this.#past = [...order.entries]
    return new Map([...order.verdicts].filter(([one]) => isNew(one)))
  }

  /** Drops findings that another order of the calls may explain. */
  #dropDependent(call: Call, judged: JudgedCall): Verdicts {
    const wrong = dependent(judged)
    return this.#take(call, { ...judged, findings: judged.findings.filter((one) => !wrong.includes(one)) })
  }

  /** A read within the settle time of the profile may return the state before a change. */
  #mayBeStale(call: Call): boolean {
    const settleMs = this.#context.contract.profile.settle * 1000
    if (settleMs === 0 || !isRead(call)) return false
    return this.#past.some(
      (entry) => hasEffect(entry.call) && call.exchange.startedMs - entry.call.exchange.endedMs < settleMs,
    )
  }

  /** An outside event that was triggered on the mock. */
  happened(event: string, given: { readonly body: unknown; readonly answer: unknown }, span: Span): void {
    try {
      const { contract } = this.#context
      const [{ organization: org = '' } = {}] = Object.values(contract.profile.actors)
      this.#shadow = judgeEvent({ contract, shadow: this.#shadow, event: event as EventName, org, ...given })
      if (event === 'roleChanges') this.#context = { ...this.#context, hasRoles: false }
      this.#past = []
    } catch {
      this.forget(span)
    }
  }

  /** Drops everything that is known of the target and of its callers: somebody changed it outside the API. */
  forgetAll(span: Span): void {
    this.#context = { ...this.#context, hasRoles: false }
    this.forget(span)
  }

  /** Drops everything that is known of the target. */
  forget(span: Span): void {
    this.#shadow = emptyShadow(this.#context)
    this.#past = []
    this.#unknownEffect = span
  }

  /** No exchange that began before this time is still in progress. */
  settled(sinceMs: number): void {
    const settleMs = this.#context.contract.profile.settle * 1000
    const from = this.#past.findIndex((entry) => entry.call.exchange.endedMs >= sinceMs - settleMs)
    this.#past = from === -1 ? [] : this.#past.slice(from)
  }
}

/** Number of worlds that are kept for other orders. */
const MAX_OTHERS = 4

/** Whether two calls are about the same thing. */
const isAboutSame = (one: Call, other: Call): boolean => {
  const ids = new Set(Object.values(one.parameters))
  if (ids.size === 0) return one.operation.entity === other.operation.entity && one.operation.does === 'update'
  return Object.values(other.parameters).some((id) => ids.has(id))
}

/** Marks the findings as wrong in every order of the concurrent calls. */
function inParallel(judged: JudgedCall): JudgedCall {
  const wrong = dependent(judged)
  const marked = (finding: Finding): Finding =>
    wrong.includes(finding)
      ? { ...finding, check: 'parallel', circumstance: { kind: 'together', check: finding.check } }
      : finding
  return { ...judged, findings: judged.findings.map(marked) }
}
