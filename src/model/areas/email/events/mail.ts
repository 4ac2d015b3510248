import type { EventContext } from '../../../request/contexts.ts'
import type { Transaction } from '../../../world/transaction.ts'
import type { EventEffect } from '../../area.ts'
import { eventAnswer, ImpossibleEvent } from '../../event-answer.ts'
import { instantSaid } from '../../event-instant.ts'
import { logMail } from '../effects/messages/mail.ts'
import { addressed, countAccepted, goesOut } from '../effects/sending/send.ts'
import { touchKey } from '../effects/sending/touch-key.ts'
import { toEndpoint } from '../effects/webhooks/deliver.ts'
import { bareAddress, localPartOf } from '../queries/addresses.ts'
import { isArmed } from '../queries/domains/armed.ts'
import { routesTaking } from '../queries/domains/patterns.ts'
import { eventTypeOf, hasChosen } from '../queries/event-types.ts'
import { sendKeyOf } from '../queries/sending/send-key-of.ts'
import * as why from '../queries/sending/why-not.ts'
import { domainAt, type Sending } from '../queries/sending/why-not.ts'
import { sendingNeedsEntitlement } from '../rules/access.ts'
import * as rules from '../rules/sending.ts'
import type { DomainRow, MessageRow, RouteRow, SendKeyRow } from '../state/index.ts'

/** A message is submitted and sent immediately. */
export const messageSent: EventEffect<'messageSent'> = (context) => {
  const { from, to, cc, subject, text, sizeBytes, door, createdAt } = context.body
  const recipients = [...to, ...(cc ?? [])]
  const key = keyCalled(context)
  const atMs = instantSaid(context, createdAt, key && { what: `the key ${key.id}`, createdAt: key.createdAt })
  const org = key?.org ?? why.ownerOf(context, context.org, from)
  const sending: Sending = { org, key, from, recipients, atMs }
  const against = reasonsAgainst(context, sending, createdAt !== undefined)
  if (against[0]) throw new ImpossibleEvent('not-possible', against[0].reason, ...against.map(({ rule }) => rule))
  if (sending.key) touchKey(context, sending.key, atMs)
  const mail = addressed(context, sending)
  const given = { to, cc, subject, text, sizeBytes, door: door ?? mail.door }
  const message = logMail(context, { ...mail, ...given }, 'queued')
  countAccepted(context, message, atMs)
  const { told } = goesOut(context, message, atMs)
  const changes = told.map(({ id }) => ({ entity: 'EmailDelivery', id, change: 'created' }) as const)
  return {
    ...eventAnswer(context, { entity: 'EmailMessage', id: message.id, change: 'created' }, ...changes),
    messageId: message.id,
    suppressed: recipients.filter((address) => !message.reached.includes(address)),
  }
}

function keyCalled(context: EventContext<'messageSent'>): SendKeyRow | undefined {
  const { org, body } = context
  const { sendKeyId, secret } = body
  if (sendKeyId === undefined && secret === undefined) return undefined
  const key = secret === undefined ? context.get('EmailSendKey', org, sendKeyId ?? '') : sendKeyOf(context, secret)
  if (!key) throw new ImpossibleEvent('unknown', `there is no send key ${sendKeyId ?? 'with this secret'}`)
  if (key.revoked) throw new ImpossibleEvent('not-possible', 'this send key is revoked', rules.keyRevoked.id)
  return key
}

/** A pause applies from now on, not to reported events of the past. */
function reasonsAgainst(work: Transaction, sending: Sending, past: boolean) {
  const asked = [
    { rule: sendingNeedsEntitlement.id, reason: why.notEnabled(work, sending) },
    { rule: rules.senderOfAnother.id, reason: why.senderOfAnother(work, sending) },
    { rule: rules.senderForeign.id, reason: why.senderForeign(work, sending) },
    { rule: rules.keyForOtherDomains.id, reason: why.keyForOtherDomains(work, sending) },
    { rule: rules.senderUnverified.id, reason: why.senderUnverified(work, sending) },
    { rule: rules.sendingPaused.id, reason: past ? undefined : why.paused(work, sending) },
    { rule: rules.quotaUsedUp.id, reason: why.overQuota(work, sending) },
    { rule: rules.nobodyToReach.id, reason: why.nobodyToReach(work, sending) },
  ]
  return asked.flatMap(({ rule, reason }) => (reason === undefined ? [] : [{ rule, reason }]))
}

/** Somebody writes to addresses of domains that receive; routes hand it on to endpoints. */
export const messageReceived: EventEffect<'messageReceived'> = (context) => {
  const { from, to, cc, subject, text, sizeBytes, createdAt } = context.body
  const atMs = instantSaid(context, createdAt)
  const addresses = [...to, ...(cc ?? [])]
  const isOurs = mailboxesOf(context, context.org, addresses).length > 0
  const org = isOurs ? context.org : why.ownerOf(context, context.org, to[0] ?? '')
  const mailboxes = mailboxesOf(context, org, addresses)
  const [first] = mailboxes
  if (!first) throw new ImpossibleEvent('not-possible', 'no domain of the organization receives this')
  const routes = [...new Set(mailboxes.flatMap(({ domain, localPart }) => routesOf(context, domain, localPart)))]
  if (routes.length === 0 && context.gap('email.unrouted-mail') === 'dropped')
    throw new ImpossibleEvent('not-possible', 'no route takes this, so it is dropped')
  const mail = { org, direction: 'receive', from, to, cc, subject, text, sizeBytes, atMs } as const
  const place = { door: context.fill('email.receiving-door'), domainId: first.domain.id, reached: [...to] }
  const message = logMail(context, { ...mail, ...place }, 'received')
  const deliveries = routes.flatMap((route) => byRoute(context, route, message))
  const changes = deliveries.map(({ id }) => ({ entity: 'EmailDelivery', id, change: 'created' }) as const)
  return {
    ...eventAnswer(context, { entity: 'EmailMessage', id: message.id, change: 'created' }, ...changes),
    messageId: message.id,
    routeIds: routes.map(({ id }) => id),
    deliveryIds: deliveries.map(({ number }) => number),
  }
}

/** The addresses in armed domains of the organization. */
function mailboxesOf(context: EventContext<'messageReceived'>, org: string, addresses: readonly string[]) {
  return addresses.flatMap((address) => {
    const domain = domainAt(context, org, address)
    return domain && isArmed(context, domain) ? [{ domain, localPart: localPartOf(bareAddress(address)) }] : []
  })
}

const routesOf = (work: Transaction, { org, id }: DomainRow, localPart: string): RouteRow[] =>
  routesTaking(work, work.oldest('EmailRoute', 'domain', org, id), localPart)

function byRoute(work: Transaction, { org, endpointId }: RouteRow, message: MessageRow) {
  const endpoint = work.get('EmailWebhook', org, endpointId)
  const eventType = eventTypeOf(work, org, 'received')
  if (!endpoint || eventType === undefined) return []
  const wanted = work.gap('email.route-event-types') === 'always' || hasChosen(work, endpoint, eventType)
  return wanted ? toEndpoint(work, endpoint, { eventType, message }) : []
}
