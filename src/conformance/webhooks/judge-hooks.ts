import type { Finding } from '../finding/finding.ts'
import type { Hook } from '../session/receiver.ts'
import type { Shadow } from '../shadow/shadow.ts'
import { type Look, type LookBody, WEBHOOK_RECEIVED } from '../step/receiver-look.ts'
import { type Endpoint, endpointIn, type Message, messagesIn } from './endpoint.ts'
import { isFrozen, mentions } from './frozen.ts'
import { isSignedWith } from './signatures.ts'

/** A delivery as the API lists it. */
export interface Logged {
  readonly state: unknown
  readonly attempts: unknown
  readonly lastStatus: unknown
}

/** What a look has found out. */
export interface Seen {
  readonly hooks: readonly Hook[]
  /** The deliveries of the endpoint, as the API lists them; undefined when it does not. */
  readonly log: readonly Logged[] | undefined
  /** The profile says how long a delivery may take. */
  readonly deadlineGiven: boolean
}

/** What may be said of the payloads that came, and of what the API tells of them. */
export function judgeHooks(shadow: Shadow, { endpointId, mark }: LookBody, seen: Seen): Finding[] {
  const endpoint = endpointIn(shadow, endpointId)
  const earlier = shadow.receiverLooks.filter((look) => look.mark === mark)
  const messages = messagesIn(shadow)
  if (endpoint.closed) return afterClosing(earlier, messages, seen.hooks, endpoint.closed)
  return [
    ...againstLog(seen),
    ...afterRotation(earlier, messages, seen.hooks, endpoint.secret),
    ...deliveredAgain(endpoint, messages, seen),
  ]
}

/** Every attempt is recorded, and what is recorded was attempted (Events, point 1). */
function againstLog({ hooks, log, deadlineGiven }: Seen): Finding[] {
  if (!log) return []
  const delivered = log.filter(({ state }) => state === 'delivered')
  const uncounted = delivered.find(({ attempts }) => attempts === 0)
  const status = delivered.map(({ lastStatus }) => lastStatus).find((last) => (last ?? 200) !== 200)
  const rules = ['EML-15']
  if (delivered.length > hooks.length)
    return [
      found('log', rules, 'the API calls deliveries delivered that never arrived', delivered.length, hooks.length),
    ]
  if (hooks.length > 0 && delivered.length === 0)
    return [
      found(
        'log',
        rules,
        'a payload arrived and was answered with 200, and no delivery says so',
        'delivered',
        states(log),
      ),
    ]
  if (uncounted) return [found('log', rules, 'a delivery is delivered after no attempt', 'at least 1', 0)]
  if (status !== undefined)
    return [found('log', rules, 'a delivery shows another status than the endpoint gave', 200, status)]
  if (hooks.length === 0 && log.some(({ state, attempts }) => state === 'pending' && attempts === 0))
    return [
      {
        ...found('arrival', rules, 'a delivery was not attempted in time', 'an attempt', states(log)),
        severity: deadlineGiven ? 'failure' : 'warning',
      },
    ]
  return []
}

const states = (log: readonly Logged[]): string => log.map(({ state }) => String(state)).join(', ') || 'nothing'

/** From a rotation on nothing is signed with the old secret, everything with the new one (Endpoints, Email, row 25). */
function afterRotation(
  earlier: readonly Look[],
  messages: readonly Message[],
  hooks: readonly Hook[],
  secret: string | undefined,
): Finding[] {
  for (const { formerSecret, messages: before } of earlier) {
    if (formerSecret === undefined || formerSecret === secret) continue
    const since = hooksAbout(hooks, newSince(messages, before))
    if (since.some((hook) => isSignedWith(hook, formerSecret)))
      return [
        found(
          'signature',
          ['email.rotation-replaces'],
          'a payload of after the rotation is signed with the secret of before',
          'the new secret',
          'the old one',
        ),
      ]
    // Only a scheme that was made out before can be missed now.
    const recognised = hooks.some((hook) => isSignedWith(hook, formerSecret))
    if (recognised && secret !== undefined && since.some((hook) => !isSignedWith(hook, secret)))
      return [
        found(
          'signature',
          ['EML-17'],
          'a payload of after the rotation is not signed with the new secret',
          'the new secret',
          'another one, or none',
        ),
      ]
  }
  return []
}

/** What disabled does is not said; that nothing is sent is its only sensible meaning (States, switches). */
function afterClosing(
  earlier: readonly Look[],
  messages: readonly Message[],
  hooks: readonly Hook[],
  closed: 'disabled' | 'deleted',
): Finding[] {
  const then = earlier.find((look) => look.closed === closed)
  if (!then || hooksAbout(hooks, newSince(messages, then.messages)).length === 0) return []
  return [
    {
      ...found(
        'closed',
        [closed === 'disabled' ? 'email.disabled-gets-nothing' : 'EML-14'],
        `a payload was sent to an endpoint that is ${closed}`,
        'nothing',
        'a payload',
      ),
      severity: 'warning',
    },
  ]
}

/**
 * What is delivered again is what was delivered before, whatever has become of the message (Endpoints, Email, row 27):
 * there are no more payloads than deliveries that were not made of another's. Repetitions are nobody's fault.
 */
function deliveredAgain(endpoint: Endpoint, messages: readonly Message[], { hooks, log = [] }: Seen): Finding[] {
  if (endpoint.repeated === 0) return []
  const most = Math.max(endpoint.predicted, log.length) - endpoint.repeated
  const payloads = messages.flatMap(({ names }) => differentPayloads(hooks, names))
  if (payloads.length <= most) return []
  return [
    found(
      'frozen',
      ['email.payload-frozen'],
      'what was delivered again is not what was delivered before',
      `${most} different payloads`,
      `${payloads.length}, the last one ${JSON.stringify(payloads.at(-1))}`.slice(0, 400),
    ),
  ]
}

/** The payloads about a message, each once. One that cannot be read proves nothing. */
function differentPayloads(hooks: readonly Hook[], names: readonly string[]): unknown[] {
  const bodies = hooks.filter(({ text }) => mentions(text, names)).map(({ text }) => parsed(text))
  return bodies.filter(
    (body, place) => body !== undefined && !bodies.slice(0, place).some((other) => isFrozen(other, body, names)),
  )
}

const newSince = (messages: readonly Message[], before: ReadonlySet<string>) =>
  messages.filter(({ id }) => !before.has(id))
const hooksAbout = (hooks: readonly Hook[], messages: readonly Message[]): Hook[] =>
  hooks.filter(({ text }) => messages.some(({ names }) => mentions(text, names)))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const found = (
  subject: string,
  rules: readonly string[],
  message: string,
  expected: string | number,
  actual: unknown,
): Finding => ({
  severity: 'failure',
  check: `webhook-${subject}`,
  operation: WEBHOOK_RECEIVED,
  rules,
  subject,
  message,
  expected: String(expected),
  actual: String(actual),
})
