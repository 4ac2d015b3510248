import { DAY, HOUR, MINUTE, SECOND } from '../../kit/durations.ts'
import { hangDelivery, holdMessage } from '../../kit/stuck.ts'
import { type Care, isCaredFor } from '../follows/domains.ts'
import { answers, isRouted } from '../follows/endpoints.ts'
import { letter, stranger } from '../follows/letter.ts'
import { mailGoesOut, sendsBy } from '../follows/mail.ts'
import type { Hand } from '../hand/hand.ts'
import { newName, type Staple } from './staple.ts'

const newDomain = (hand: Hand) =>
  hand.ask('createDomain', { body: { name: `${newName(hand, 'company', '-')}.example` } })

/** An endpoint for incoming mail to a mailbox of its own, with the statuses that it answers; mail comes a day ago. */
function endpointFor(hand: Hand, mailbox: string, statuses: readonly number[]): string | undefined {
  const received = hand.reader.gap('email.event-types').received
  if (received === undefined) return undefined
  const url = `https://hooks.${newName(hand, 'company', '-')}.example/${mailbox}`
  const made = hand.ask('createWebhook', { body: { url, eventTypes: [received] } })
  if (!made) return undefined
  answers(hand, made.webhook.id, statuses)
  isRouted(hand, made.webhook.id, mailbox)
  return made.webhook.id
}

function mailTo(hand: Hand, mailbox: string): void {
  const route = hand.one('EmailRoute', ({ pattern }) => pattern === mailbox)
  const domain = route && hand.reader.get('EmailDomain', hand.org, route.domainId)
  if (!domain) return
  hand.happens('messageReceived', { from: stranger(hand), to: [`${mailbox}@${domain.name}`], ...letter(hand) })
}

/** Domains in every state, messages of every fate, and endpoints that are down, switched off and silent. */
export const MAIL_STAPLES: readonly Staple[] = [
  [28 * DAY, (hand) => cared(hand, 'all')],
  [24 * DAY, (hand) => cared(hand, 'forgets to receive')],
  [22 * DAY, (hand) => cared(hand, 'forgets all')],
  [20 * DAY, (hand) => cared(hand, 'sends')],
  [5 * HOUR, (hand) => newDomain(hand)],
  [
    7 * HOUR,
    (hand) => {
      const domain = hand.one('EmailDomain', (row) => row.sendState === 'verified' && row.receiveState === 'none')
      if (domain) hand.ask('armDomainReceiving', { parameters: { id: domain.id } })
    },
  ],
  [9 * DAY, (hand) => mailGoesOut(hand, 'comes back')],
  [8 * DAY, (hand) => mailGoesOut(hand, 'annoys')],
  [7 * DAY, (hand) => mailGoesOut(hand, 'is delayed')],
  [6 * DAY, (hand) => hand.ask('createSuppression', { body: { address: stranger(hand) } })],
  [
    5 * DAY,
    (hand) => {
      const key = hand.ask('createSendKey', { body: { name: newName(hand, 'key', ' ') } })
      if (!key) return
      const unwanted = hand.one('EmailSuppression')?.address
      if (unwanted !== undefined) hand.after(DAY, () => sendsBy(hand, key.secret, unwanted))
      hand.after(5 * DAY - 50 * MINUTE, () => {
        const id = sendsBy(hand, key.secret, stranger(hand), 'unknown')
        if (id !== undefined) hand.meddle((here) => holdMessage(here, hand.org, id))
      })
    },
  ],
  [
    15 * DAY,
    (hand) => {
      const lost = hand.ask('createSendKey', { body: { name: newName(hand, 'key', ' ') } })
      if (lost) hand.after(3 * DAY, () => hand.ask('revokeSendKey', { parameters: { id: lost.sendKey.id } }))
    },
  ],
  [40 * MINUTE, (hand) => mailGoesOut(hand, 'unknown')],
  [
    3 * DAY,
    (hand) => {
      endpointFor(hand, 'down', [503])
      hand.after(2 * DAY, () => mailTo(hand, 'down'))
    },
  ],
  [
    4 * DAY,
    (hand) => {
      const id = endpointFor(hand, 'off', [503])
      if (id === undefined) return
      hand.after(3 * DAY, () => mailTo(hand, 'off'))
      // Its first attempt has failed by then, so the delivery is held.
      hand.after(3 * DAY + 20 * SECOND, () =>
        hand.ask('updateWebhook', { parameters: { id }, body: { disabled: true } }),
      )
    },
  ],
  [
    2 * DAY,
    (hand) => {
      const id = endpointFor(hand, 'silent', [200])
      if (id === undefined) return
      hand.after(2 * DAY - 55 * MINUTE, () => mailTo(hand, 'silent'))
      hand.after(2 * DAY - 55 * MINUTE + 1, () => {
        const [delivery] = hand.reader.newest('EmailDelivery', 'endpoint', hand.org, id)
        if (delivery) hand.meddle((here) => hangDelivery(here, hand.org, delivery.id))
      })
    },
  ],
]

function cared(hand: Hand, care: Care): void {
  const domain = newDomain(hand)
  if (domain) isCaredFor(hand, domain.id, care)
}
