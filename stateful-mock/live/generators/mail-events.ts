import type { MessageRow } from '../../../src/model/areas/email/state/index.ts'
import { type EventGenerator, type GeneratorContext, oneOf } from './event-generator.ts'

const CUSTOMERS = ['mia', 'noah', 'lea', 'finn', 'ida', 'jon', 'zoe', 'max', 'una', 'tim'] as const
const SUBJECTS = ['Your order is on its way', 'Your receipt', 'Reset your password', 'We got your order'] as const
const QUESTIONS = ['Where is my order?', 'Wrong size', 'Thank you', 'Change of address'] as const
/** Number of latest messages from which one is chosen. */
const LATEST = 12
/** One of this many messages bounces; more would soon pause sending. */
const ONE_BOUNCES_IN = 60

const customer = ({ dice }: GeneratorContext): string => `${dice.pick(CUSTOMERS)}@customers.example`

export const mailIsSent: EventGenerator = (context) => {
  const { reader, org, dice } = context
  const sending = [...reader.oldest('EmailDomain', 'all', org)].filter(({ sendState }) => sendState === 'verified')
  const domain = oneOf(dice, sending)
  if (!domain) return undefined
  const body = { from: `orders@${domain.name}`, to: [customer(context)], subject: dice.pick(SUBJECTS) }
  return { name: 'messageSent', org, body }
}

export const mailArrives: EventGenerator = (context) => {
  const { reader, org, dice } = context
  // An endpoint that has not answered yet is left to it, and so the delivery that hangs stays among its newest.
  const busy = new Set(Iterator.from(reader.oldest('EmailDelivery', 'awaiting', org)).map((row) => row.endpointId))
  const routes = [...reader.oldest('EmailRoute', 'all', org)].filter(({ endpointId }) => !busy.has(endpointId))
  const route = oneOf(dice, routes)
  const domain = route && reader.get('EmailDomain', org, route.domainId)
  if (!domain) return undefined
  const mailbox = route.pattern.replace('*', '') || 'hello'
  const body = { from: customer(context), to: [`${mailbox}@${domain.name}`], subject: dice.pick(QUESTIONS) }
  return { name: 'messageReceived', org, body }
}

/** Sent messages are delivered, or bounce now and then. */
export const mailMeetsItsFate: EventGenerator = (context) => {
  const { reader, org, dice } = context
  const message = Iterator.from(reader.newest('EmailMessage', 'all', org))
    .take(LATEST)
    .find(isOnItsWay)
  if (!message) return undefined
  const messageId = message.id
  return dice.between(1, ONE_BOUNCES_IN) === 1
    ? { name: 'messageBounced', org, body: { messageId, bounce: 'soft' } }
    : { name: 'messageDelivered', org, body: { messageId } }
}

const isOnItsWay = ({ direction, stage }: MessageRow): boolean => direction === 'send' && stage === 'sent'
