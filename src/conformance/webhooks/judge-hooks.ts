import { RECEIVER_LOOKS } from '../areas/email/webhooks/receiver-looks.ts'
import type { Fact } from '../finding/facts.ts'
import type { Finding } from '../finding/finding.ts'
import type { Hook } from '../session/receiver.ts'
import { memoryOf } from '../shadow/memories.ts'
import type { Shadow } from '../shadow/shadow.ts'
import { type Look, WEBHOOK_RECEIVED } from '../step/receiver-look.ts'
import { type Endpoint, type Message, messagesIn } from './endpoint.ts'
import { isFrozen, mentions, type Words } from './frozen.ts'
import { isSignedWith } from './signatures.ts'

/** A delivery as the API lists it. */
export interface Logged {
  readonly state: unknown
  readonly attempts: unknown
  readonly lastStatus: unknown
  /** The message that it tells of. */
  readonly messageId?: unknown
}

/** The findings of a look at the receiver. */
export interface Seen {
  readonly hooks: readonly Hook[]
  /** The deliveries of the endpoint, as the API lists them; undefined when it does not. */
  readonly log: readonly Logged[] | undefined
  /** The profile says how long a delivery may take. */
  readonly deadlineGiven: boolean
}

/** Judges the payloads that came, and the deliveries that the API shows. */
export function judgeHooks(shadow: Shadow, endpoint: Endpoint, mark: string, seen: Seen): Finding[] {
  const earlier = memoryOf(shadow, RECEIVER_LOOKS).filter((look) => look.mark === mark)
  const messages = messagesIn(shadow)
  if (endpoint.closed) return afterClosing(earlier, messages, seen.hooks, endpoint.closed)
  return [
    ...tellsSecret(endpoint, seen),
    ...againstLog(seen),
    ...afterRotation(earlier, messages, seen.hooks, endpoint.secret),
    ...signedByAnother(endpoint, seen),
    ...signedByNobody(endpoint, seen),
    ...deliveredAgain(endpoint, messages, seen),
    ...toldOfAnother(endpoint, messages, seen),
  ]
}

/** The webhooks that were not refused. */
export const taken = (hooks: readonly Hook[]): readonly Hook[] => hooks.filter(({ answered }) => answered < 300)

/** What signs is returned on creation and rotation, and nowhere else: a webhook carries what was signed with it (Events, point 1). */
function tellsSecret({ secret, formerSecret, otherSecrets }: Endpoint, { hooks }: Seen): Finding[] {
  const secrets = [secret, formerSecret, ...otherSecrets].filter((one) => one !== undefined && one.length >= LONG)
  const sent = hooks.map(({ headers, text }) => [...Object.values(headers), text].join('\n'))
  const isTold = secrets.some((one) => sent.some((text) => text.includes(String(one))))
  return isTold
    ? [found('secret', ['GEN-06'], { code: 'secret', givenBy: 'createWebhook', path: 'signingSecret' })]
    : []
}
/** A shorter text may be there by chance. */
const LONG = 16

/** Every attempt is recorded, and every recorded attempt was made (Events, point 1). */
function againstLog({ hooks: all, log, deadlineGiven }: Seen): Finding[] {
  if (!log) return []
  const hooks = taken(all)
  const delivered = log.filter(({ state }) => state === 'delivered')
  const status = delivered.map(({ lastStatus }) => lastStatus).find((last) => (last ?? 200) !== 200)
  const states = log.map(({ state }) => String(state))
  if (delivered.length > hooks.length)
    return [found('log', EVERY_ATTEMPT, { code: 'never-arrived', expected: delivered.length, actual: hooks.length })]
  if (hooks.length > 0 && delivered.length === 0)
    return [found('log', EVERY_ATTEMPT, { code: 'arrival-untold', states })]
  if (delivered.some(({ attempts }) => attempts === 0)) return [found('log', EVERY_ATTEMPT, { code: 'attempt-untold' })]
  if (status !== undefined) return [found('log', EVERY_ATTEMPT, { code: 'other-status', actual: status })]
  if (all.length > 0 || !log.some(({ state, attempts }) => state === 'pending' && attempts === 0)) return []
  const late = found('arrival', EVERY_ATTEMPT, { code: 'late', states })
  return [deadlineGiven ? late : { ...late, severity: 'warning' }]
}

const EVERY_ATTEMPT = ['EML-15']

/** From a rotation on nothing is signed with the old secret, everything with the new one (Endpoints, Email, row 25). */
function afterRotation(
  earlier: readonly Look[],
  messages: readonly Message[],
  hooks: readonly Hook[],
  secret: string | undefined,
): Finding[] {
  for (const { formerSecret, messages: before, arrived = hooks.length } of earlier) {
    if (formerSecret === undefined || formerSecret === secret) continue
    // Webhooks about later messages, and those that came when nothing was on its way, such as a repeated payload.
    const since = [...hooksAbout(hooks, newSince(messages, before)), ...hooks.slice(arrived)]
    if (since.some((hook) => isSignedWith(hook, formerSecret)))
      return [found('signature', ['email.rotation-replaces'], { code: 'old-secret' })]
    // Only a scheme that was made out before can be missed now.
    const recognised = hooks.some((hook) => isSignedWith(hook, formerSecret))
    if (recognised && secret !== undefined && since.some((hook) => !isSignedWith(hook, secret)))
      return [found('signature', ['EML-17'], { code: 'not-new-secret' })]
  }
  return []
}

/**
 * Each endpoint has a secret of its own (Events, point 1), also where two have one address: what was delivered to one is not
 * all signed with that of another.
 */
function signedByAnother({ secret, formerSecret, otherSecrets }: Endpoint, { hooks, log = [] }: Seen): Finding[] {
  if (secret === undefined || formerSecret !== undefined || otherSecrets.length === 0) return []
  if (!log.some(({ state }) => state === 'delivered') || hooks.some((hook) => isSignedWith(hook, secret))) return []
  const isOfAnother = hooks.some((hook) => otherSecrets.some((other) => isSignedWith(hook, other)))
  return isOfAnother ? [found('signature', ['EML-17'], { code: 'secret-of-another' })] : []
}

/** Whatever else of an endpoint changes, its secret goes on signing (Events, point 1). */
function signedByNobody({ secret, formerSecret, otherSecrets }: Endpoint, { hooks }: Seen): Finding[] {
  if (secret === undefined || formerSecret !== undefined) return []
  // Only a scheme that was made out before can be missed now.
  if (!hooks.some((hook) => isSignedWith(hook, secret))) return []
  const isSigned = (hook: Hook) => [secret, ...otherSecrets].some((one) => isSignedWith(hook, one))
  // Who follows a redirect may ask there without a body.
  return hooks.every((hook) => hook.text === '' || isSigned(hook))
    ? []
    : [found('signature', ['EML-17'], { code: 'secret-of-nobody' })]
}

/** The effect of `disabled` is not stated; that nothing is sent is its only sensible meaning (States, switches). */
function afterClosing(
  earlier: readonly Look[],
  messages: readonly Message[],
  hooks: readonly Hook[],
  closed: 'disabled' | 'deleted',
): Finding[] {
  const then = earlier.find((look) => look.closed === closed)
  if (!then || hooksAbout(hooks, newSince(messages, then.messages)).length === 0) return []
  const rules = [closed === 'disabled' ? 'email.disabled-gets-nothing' : 'EML-14']
  return [{ ...found('closed', rules, { code: 'sent-to-closed', closed }), severity: 'warning' }]
}

/**
 * A redelivery repeats the earlier payload, whatever has become of the message (Endpoints, Email, row 27): there are no
 * more distinct payloads than deliveries that are not copies. Duplicates are nobody's fault.
 */
function deliveredAgain(endpoint: Endpoint, messages: readonly Message[], { hooks, log = [] }: Seen): Finding[] {
  if (endpoint.repeated === 0) return []
  const most = Math.max(endpoint.predicted, log.length) - endpoint.repeated
  const payloads = messages.flatMap(({ names }) => differentPayloads(hooks, { names, events: endpoint.events }))
  if (payloads.length <= most) return []
  return [found('frozen', ['email.payload-frozen'], { code: 'not-frozen', expected: most, actual: payloads })]
}

/**
 * A delivery carries the payload of the message that it is listed with, however many are on their way (Endpoints, Email, rows
 * 26 and 27): as many payloads tell of a message as deliveries of it arrived. Duplicates are nobody's fault, and payloads that
 * name no message at all leave it open what they tell of.
 */
function toldOfAnother(
  { repeated }: Endpoint,
  messages: readonly Message[],
  { hooks: all, log = [] }: Seen,
): Finding[] {
  const hooks = taken(all)
  if (!hooks.every(({ text }) => messages.some(({ names }) => mentions(text, names)))) return []
  for (const message of messages) {
    const expected = log.filter(({ state, messageId }) => state === 'delivered' && messageId === message.id).length
    const actual = hooksAbout(hooks, [message]).length
    if (actual >= expected) continue
    const rules = repeated > 0 ? ['email.payload-frozen'] : EVERY_ATTEMPT
    return [found('payload', rules, { code: 'told-of-another', id: message.id, expected, actual })]
  }
  return []
}

/** The payloads about a message, each once. One that cannot be read proves nothing. */
function differentPayloads(hooks: readonly Hook[], words: Words): unknown[] {
  const bodies = hooks.filter(({ text }) => mentions(text, words.names)).map(({ text }) => parsed(text))
  return bodies.filter(
    (body, place) => body !== undefined && !bodies.slice(0, place).some((other) => isFrozen(other, body, words)),
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

const found = (kind: string, rules: readonly string[], fact: Fact): Finding => ({
  ...fact,
  severity: 'failure',
  check: `webhook-${kind}`,
  operation: WEBHOOK_RECEIVED,
  rules,
})
