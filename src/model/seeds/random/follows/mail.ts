import { traffic } from '../../../areas/email/queries/sending/traffic.ts'
import { DAY, MINUTE } from '../../kit/durations.ts'
import { arrivals, reactionMs } from '../../kit/transit.ts'
import type { Hand } from '../hand/hand.ts'
import { letter, ownAddress, stranger } from './letter.ts'

/** The way of a message: most arrive, a few come back or are complained about, and of some nothing is heard. */
type Way = 'arrives' | 'comes back' | 'is delayed' | 'annoys' | 'unknown'

/** Somebody sends a message, which then goes its way. */
export function mailGoesOut(hand: Hand, way = wayOf(hand)): boolean {
  const from = ownAddress(hand, 'sendState', hand.dice.pick(['orders', 'news', 'hello', 'billing', 'no-reply']))
  if (from === undefined) return false
  const to = Array.from({ length: way === 'arrives' && hand.happensTo(0.15) ? 3 : 1 }, () => stranger(hand))
  const cc = way === 'arrives' && hand.happensTo(0.1) ? { cc: [stranger(hand)] } : {}
  const sent = hand.happens('messageSent', { from, to, ...cc, ...letter(hand) })
  if (!sent) return false
  goesItsWay(hand, sent.messageId, [...to, ...(cc.cc ?? [])], way)
  return true
}

export function goesItsWay(hand: Hand, messageId: string, recipients: readonly string[], way = wayOf(hand)): void {
  if (way === 'unknown') return
  if (way === 'comes back') {
    hand.after(reactionMs(messageId, 'hard'), () => hand.happens('messageBounced', { messageId, bounce: 'hard' }))
    return
  }
  const reached = arrivals(messageId, recipients)
  const lateMs = way === 'is delayed' ? reactionMs(messageId, 'soft') : 0
  if (lateMs > 0) hand.after(lateMs, () => hand.happens('messageBounced', { messageId, bounce: 'soft' }))
  const againMs = lateMs > 0 ? lateMs + reactionMs(messageId, 'retried') : 0
  for (const { recipient, afterMs } of reached)
    hand.after(againMs + afterMs, () => hand.happens('messageDelivered', { messageId, recipient }))
  if (way !== 'annoys') return
  const lastMs = reached.at(-1)?.afterMs ?? 0
  hand.after(lastMs + reactionMs(messageId, 'complained'), () => hand.happens('messageComplained', { messageId }))
}

function wayOf(hand: Hand): Way {
  const drawn = hand.dice.share()
  if (drawn < 0.02) return 'comes back'
  if (drawn < 0.06) return 'is delayed'
  if (drawn < 0.09) return 'unknown'
  // Of much mail a single complaint ends all sending (Events, point 3).
  return drawn < 0.11 && !isMuch(hand) ? 'annoys' : 'arrives'
}

const isMuch = ({ reader, org, nowMs }: Hand): boolean =>
  traffic(reader, org, nowMs - DAY, nowMs).sent > reader.gap('email.pause-counting').minimum / 3

export function mailComesIn(hand: Hand): boolean {
  const route = hand.happensTo(0.7) ? hand.one('EmailRoute') : undefined
  const domain = route && hand.reader.get('EmailDomain', hand.org, route.domainId)
  const box = route?.pattern.replace('*', '') || hand.dice.pick(['support', 'hello', 'jobs', 'orders'])
  const to = domain?.receiveState === 'verified' ? `${box}@${domain.name}` : ownAddress(hand, 'receiveState', box)
  if (to === undefined) return false
  return hand.happens('messageReceived', { from: stranger(hand), to: [to], ...letter(hand) }) !== undefined
}

/** A shop or a script sends with its key now and then. */
export function keySends(hand: Hand, secret: string, times: number): void {
  for (let time = 0; time < times; time++) hand.after(hand.between(10 * MINUTE, 9 * DAY), () => sendsBy(hand, secret))
}

export function sendsBy(hand: Hand, secret: string, to = stranger(hand), way?: Way): string | undefined {
  const from = ownAddress(hand, 'sendState', 'shop')
  if (from === undefined) return undefined
  const sent = hand.ask('sendMessage', { credential: secret, body: { from, to: [to], ...letter(hand) } })
  if (!sent) return undefined
  const delayMs = hand.reader.gap('email.send-delay-seconds') * 1000
  hand.after(delayMs + 1, () => isUnderWay(hand, sent.id) && goesItsWay(hand, sent.id, [to], way))
  return sent.id
}

const isUnderWay = (hand: Hand, id: string): boolean => hand.reader.get('EmailMessage', hand.org, id)?.stage === 'sent'
