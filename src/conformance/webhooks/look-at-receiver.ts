import { isObject } from '../../contract/json.ts'
import { rotationReplaces } from '../../model/areas/email/statements/webhooks.ts'
import { RECEIVER_LOOKS } from '../areas/email/webhooks/receiver-looks.ts'
import { itemsOf } from '../compare/comparison.ts'
import type { Finding } from '../finding/finding.ts'
import { count } from '../session/coverage.ts'
import type { Receiver } from '../session/receiver.ts'
import type { Session } from '../session/session.ts'
import { sendAside } from '../session/to-send.ts'
import { memoryOf, withMemory } from '../shadow/memories.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { Look, LookBody } from '../step/receiver-look.ts'
import type { EventStep } from '../step/step.ts'
import { type Endpoint, endpointIn, messagesIn } from './endpoint.ts'
import { mentions } from './frozen.ts'
import { judgeHooks, type Logged, type Seen, taken } from './judge-hooks.ts'
import { isSignedWith } from './signatures.ts'

/** Seconds a delivery may take where the profile does not say. */
const PATIENCE = 30
const SOFT_MS = 1_000
const PAUSE_MS = 50
const A_DAY = 'P1D'
/** The least time to wait before something counts as not sent. */
const QUIET_MS = 300

export interface Looked {
  readonly shadow: Shadow
  readonly answer: unknown
  readonly findings: readonly Finding[]
}

/** Waits for expected or forbidden deliveries, and returns the findings. */
export async function lookAtReceiver(session: Session, shadow: Shadow, step: EventStep): Promise<Looked> {
  const { receiver, coverage } = session
  if (!receiver || receiver.unreachable) return { shadow, answer: undefined, findings: [] }
  const body = step.body as LookBody
  const endpoint = endpointIn(shadow, body.endpointId)
  const seen = endpoint.closed
    ? await quietly(session, receiver, body)
    : await patiently(session, {
        ...{ receiver, endpoint, step },
        isRight: (one) => isRight(shadow, endpoint, body, one),
        isUntold: (one) => isUntold(shadow, body, one),
      })
  if (cannotGetHere(seen)) {
    receiver.unreachable = true
    count(coverage.inconclusive, `webhooks: the target cannot reach ${receiver.url}`)
    return { shadow, answer: undefined, findings: [] }
  }
  if (showsRotation(endpoint, seen)) coverage.rules.add(rotationReplaces.id)
  const looks = [...memoryOf(shadow, RECEIVER_LOOKS), lookNow(shadow, body, endpoint, seen)]
  return {
    shadow: withMemory(shadow, RECEIVER_LOOKS, looks),
    answer: { arrived: seen.hooks.length },
    findings: judgeHooks(shadow, endpoint, body.mark, seen),
  }
}

/** Seen to sign with the new secret, a target is one whose scheme would have shown the old one too. */
const showsRotation = ({ formerSecret, secret }: Endpoint, { hooks }: Seen): boolean =>
  formerSecret !== undefined && secret !== undefined && hooks.some((hook) => isSignedWith(hook, secret))

const lookNow = (shadow: Shadow, { endpointId, mark }: LookBody, endpoint: Endpoint, seen: Seen): Look => ({
  endpointId,
  mark,
  closed: endpoint.closed,
  formerSecret: endpoint.formerSecret,
  arrived: isComplete(seen) ? seen.hooks.length : undefined,
  messages: new Set(messagesIn(shadow).map(({ id }) => id)),
})

async function quietly(session: Session, receiver: Receiver, { mark }: LookBody): Promise<Seen> {
  const { settle } = session.contract.profile
  await session.pause(Math.max(settle * 1000, 2 * receiver.slowestMs, QUIET_MS))
  return { hooks: receiver.received(mark), log: undefined, deadlineGiven: false }
}

interface Patience {
  readonly receiver: Receiver
  readonly endpoint: Endpoint
  readonly step: EventStep
  /** Nothing is wrong with what was seen; the list of deliveries may be stale. */
  readonly isRight: (seen: Seen) => boolean
  /** Of a new message nothing was heard yet. */
  readonly isUntold: (seen: Seen) => boolean
}

/** True if a message is newer than the last look, which had shown that this endpoint is told of messages. */
function isUntold(shadow: Shadow, { mark }: LookBody, { hooks }: Seen): boolean {
  const before = memoryOf(shadow, RECEIVER_LOOKS).findLast((look) => look.mark === mark)
  if (!before?.arrived) return false
  return messagesIn(shadow).some(
    ({ id, names }) => !before.messages.has(id) && !hooks.some(({ text }) => mentions(text, names)),
  )
}

const isRight = (shadow: Shadow, endpoint: Endpoint, { mark }: LookBody, seen: Seen): boolean =>
  judgeHooks(shadow, endpoint, mark, seen).length === 0

async function patiently(session: Session, { receiver, endpoint, step, isRight, isUntold }: Patience): Promise<Seen> {
  const { mark, endpointId } = step.body as LookBody
  const { deadlines, settle } = session.contract.profile
  let startedMs = performance.now()
  // If the target does not announce what the model would, there is nothing to wait for.
  const mostMs = (deadlines.delivery ?? PATIENCE) * 1000
  const softMs = Math.min(Math.max(settle * 1000, 4 * receiver.slowestMs, SOFT_MS), mostMs)
  const deadlineMs = isKnown(session) ? softMs : mostMs
  let latest = { arrived: 0, atMs: startedMs }
  for (let moved = !session.driver.can('advanceClock'); ; ) {
    const log = await logOf(session, step.actor, endpointId)
    const seen = { hooks: receiver.received(mark), log, deadlineGiven: deadlines.delivery !== undefined }
    const nowMs = performance.now()
    const waitedMs = nowMs - startedMs
    if (seen.hooks.length > latest.arrived) latest = { arrived: seen.hooks.length, atMs: nowMs }
    const expects =
      seen.hooks.length < endpoint.known || (endpoint.predicted > 0 && seen.hooks.length === 0) || isUntold(seen)
    if (isComplete(seen) && !expects && ((isKnown(session) && !session.late) || isRight(seen))) {
      receiver.slowestMs = Math.max(receiver.slowestMs, waitedMs)
      if (!log?.some(isUnfinished)) return seen
      // What was refused comes again; it must not be on its way to us when this look is over.
      await session.pause(QUIET_MS)
      if (receiver.received(mark).length === seen.hooks.length) return seen
    }
    // What has just arrived, maybe as a second attempt after long, is recorded a moment later.
    const quietMs = Math.min(waitedMs, nowMs - latest.atMs)
    if (isComplete(seen) ? quietMs > softMs : waitedMs > deadlineMs || cannotGetHere(seen)) return seen
    if (session.stopping()) return { ...seen, log: undefined }
    if (!moved && waitedMs > SOFT_MS && log?.some(isUntried)) {
      // A first attempt may be a matter of hours.
      await session.driver.cause('advanceClock', { by: A_DAY })
      moved = true
      startedMs = performance.now()
    }
    await receiver.next(PAUSE_MS)
  }
}

/** True if all recorded deliveries have ended, or wait after an attempt that was refused, and all reported ones have arrived. */
function isComplete({ hooks, log }: Seen): boolean {
  if (!log) return false
  const delivered = log.filter(({ state }) => state === 'delivered').length
  if (delivered > taken(hooks).length) return false
  const unfinished = log.filter(isUnfinished)
  const attempts = log.reduce((sum, one) => sum + Number(one.attempts), 0)
  return (
    unfinished.length === 0 ||
    (taken(hooks).length < hooks.length && attempts <= hooks.length && !unfinished.some(isUntried))
  )
}

const isUnfinished = ({ state }: Logged): boolean => state !== 'delivered' && state !== 'failed'

const isUntried = ({ state, attempts }: Logged): boolean => state === 'pending' && attempts === 0

/** Attempts that failed, and not by an answer of ours. */
const cannotGetHere = ({ hooks, log }: Seen): boolean =>
  hooks.length === 0 &&
  (log ?? []).some(
    ({ attempts, state, lastStatus }) =>
      Number(attempts) > 0 && state !== 'delivering' && state !== 'delivered' && lastStatus === undefined,
  )

/** A failure that is known already is not waited for as long again. */
const isKnown = ({ known }: Session): boolean => [...known].some((key) => key.startsWith(KNOWN))
const KNOWN = 'webhook-'

/** The deliveries of an endpoint as the API lists them; undefined when it does not. */
async function logOf(session: Session, actor: string, endpointId: string): Promise<readonly Logged[] | undefined> {
  const operation = 'listDeliveries'
  if (session.contract.profile.leaveOut.includes(operation)) return undefined
  const given = { parameters: {}, query: { endpointId }, body: undefined, intent: 'plain' } as const
  const exchange = await sendAside(session, { kind: 'request', operation, actor, ...given })
  const { json } = exchange.answered && exchange.received.status === 200 ? exchange.received : { json: undefined }
  if (!isObject(json) || !Array.isArray(json.deliveries)) return undefined
  const own = itemsOf(json.deliveries).filter((item) => item.endpointId === endpointId)
  return own.map(({ state, attempts, lastStatus, messageId }) => ({ state, attempts, lastStatus, messageId }))
}
