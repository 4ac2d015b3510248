import { CAST } from '../../kit/cast.ts'
import { makeDice } from '../../kit/dice.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/durations.ts'
import type { Story, Strand } from '../../kit/story.ts'
import { DELIVERED_AFTER, putOldMail } from './archive.ts'

const SUBJECTS = [
  'Your order is on its way',
  'Your receipt',
  'Reset your password',
  'Your invoice',
  'We got your order',
] as const
const QUESTIONS = ['Where is my order?', 'Invoice for March', 'Wrong size', 'Thank you', 'Change of address'] as const
const CUSTOMERS = ['mia', 'noah', 'lea', 'finn', 'ida', 'jon', 'zoe', 'max', 'una', 'tim'] as const
const SENT = 310
const RECEIVED = 110
/** Since when endpoints hear of mail, in days. What was before only stands in the log. */
const HEARING = 9

interface Domain {
  readonly id: string
  readonly name: string
}

export function email(story: Story): void {
  story.begin(beginnings(story))
  story.begin(failedDomain(story))
  story.begin(pendingDomain(story))
}

/** The two domains in use and their keys; then the mail. */
function* beginnings(story: Story): Strand {
  const { owner, admin } = CAST
  yield story.endMs - 89.9 * DAY
  const acme = story.ask(owner, 'createDomain', { body: { name: 'acme.example' } })
  const mail = story.ask(owner, 'createDomain', { body: { name: 'mail.acme.example' } })
  story.ask(owner, 'armDomainReceiving', { parameters: { id: acme.id } })
  for (const { id } of [acme, mail]) {
    story.happens('acme', 'dnsRecordPublished', { domain: id })
    story.ask(owner, 'checkDomain', { parameters: { id } })
  }
  yield story.here.nowMs + 10 * MINUTE
  const shop = story.ask(admin, 'createSendKey', { body: { name: 'shop' } })
  story.ask(admin, 'createSendKey', { body: { name: 'newsletter', domainIds: [mail.id] } })
  const old = story.ask(admin, 'createSendKey', { body: { name: 'old shop' } })
  story.happens('acme', 'quotaChanges', { quota: 'daily-email', value: 5000 })
  story.begin(sending(story, { acme, mail }))
  story.begin(receiving(story, acme))
  story.begin(endpoints(story, acme))
  story.begin(present(story, shop.secret))
  yield story.endMs - 41 * DAY
  story.ask(admin, 'revokeSendKey', { parameters: { id: old.sendKey.id } })
  story.ask(admin, 'createSuppression', { body: { address: 'do-not-write@customers.example' } })
  yield story.endMs - 2 * DAY
  story.ask(admin, 'armDomainReceiving', { parameters: { id: mail.id } })
}

type Answer = { readonly status: number; readonly afterMs?: number }

/** An endpoint with its way of answering: nothing of a seed is ever really sent. */
function endpoint(story: Story, url: string, announced: readonly string[], ...answers: Answer[]): string {
  const offered = [...story.here.oldest('EmailEventType', 'all', 'acme')]
  const eventTypes = offered.flatMap(({ id, announces }) => (announces && announced.includes(announces) ? [id] : []))
  const { webhook } = story.ask(CAST.admin, 'createWebhook', { body: { url, eventTypes } })
  story.happens('acme', 'webhookEndpointAnswers', { endpointId: webhook.id, answers })
  return webhook.id
}

/** One that works, one that stumbles first, one that failed until it was disabled, one that is down, a slow one. */
function* endpoints(story: Story, { id: domainId }: Domain): Strand {
  const route = (pattern: string, endpointId: string) =>
    story.ask(CAST.admin, 'createRoute', { body: { domainId, pattern, endpointId } })
  yield story.endMs - 40 * DAY
  endpoint(story, 'https://hooks.acme.example/mail', ['bounced', 'complained'], { status: 500 }, { status: 204 })
  const legacy = endpoint(story, 'https://legacy.acme.example/mail', ['complained', 'received'], { status: 503 })
  route('fax', legacy)
  yield story.endMs - HEARING * DAY
  const helpdesk = endpoint(story, 'https://helpdesk.acme.example/inbound', ['received'], { status: 200 })
  route('support', helpdesk)
  route('orders*', helpdesk)
  const analytics = endpoint(story, 'https://analytics.acme.example/events', ['delivered'], { status: 202 })
  yield story.endMs - 4 * DAY
  story.ask(CAST.admin, 'updateWebhook', { parameters: { id: legacy }, body: { disabled: true } })
  yield story.endMs - DAY
  const afterMs = Math.floor(story.here.gap('email.delivery-attempts').timeoutSeconds * 0.8) * SECOND
  route('archive', endpoint(story, 'https://archive.acme.example/mail', ['received'], { status: 200, afterMs }))
  yield story.endMs - 30 * MINUTE
  story.happens('acme', 'webhookEndpointAnswers', { endpointId: analytics, answers: [{ status: 502 }] })
  yield story.endMs - Math.floor(afterMs / 4)
  receive(story, 'archive', 'One for the archive', 'mia@customers.example')
}

/** What becomes of the one or other message, by its number. */
function fateOf(number: number): 'hard' | 'soft' | 'complained' | 'unknown' | 'delivered' {
  if (number % 41 === 7) return 'hard'
  if (number % 37 === 5) return 'soft'
  if (number % 83 === 50) return 'complained'
  return number % 29 === 11 ? 'unknown' : 'delivered'
}

function* sending(story: Story, { acme, mail }: Readonly<Record<'acme' | 'mail', Domain>>): Strand {
  const dice = makeDice(7)
  const beganMs = story.here.nowMs
  const step = (story.endMs - HOUR - beganMs) / SENT
  for (let number = 0; number < SENT; number++) {
    yield beganMs + step * (number + 0.8 * dice.share())
    const fate = fateOf(number)
    const mailing = number % 6 === 0
    // Who bounces or complains is written to only once, so that nobody is missed later.
    const name = { hard: `gone-${number}`, complained: `annoyed-${number}` }[fate as string] ?? dice.pick(CUSTOMERS)
    const from = mailing ? 'Acme News <news@mail.acme.example>' : 'Acme <orders@acme.example>'
    const to = [`${name}@customers.example`]
    const subject = mailing ? 'News from Acme' : dice.pick(SUBJECTS)
    const text = `Hello ${name},\n\nthis is message ${number + 1} of many.\n\nAcme`
    const { endMs } = story
    if (fate === 'delivered' && story.here.nowMs < endMs - HEARING * DAY) {
      const domainId = mailing ? mail.id : acme.id
      putOldMail(story.here, 'acme', { direction: 'send', from, to, subject, text, domainId, endMs })
    } else story.begin(sent(story, { from, to, subject, text }, fate))
  }
}

function* sent(
  story: Story,
  mail: { from: string; to: string[]; subject: string; text?: string },
  fate: ReturnType<typeof fateOf>,
): Strand {
  const { messageId } = story.happens('acme', 'messageSent', mail)
  const sentMs = story.here.nowMs
  yield sentMs + 40 * SECOND
  if (fate === 'hard') story.happens('acme', 'messageBounced', { messageId, bounce: 'hard' })
  else if (fate === 'soft') story.happens('acme', 'messageBounced', { messageId, bounce: 'soft' })
  if (fate === 'hard' || fate === 'unknown') return
  yield sentMs + (fate === 'soft' ? 2 * HOUR : DELIVERED_AFTER)
  story.happens('acme', 'messageDelivered', { messageId })
  if (fate !== 'complained') return
  yield sentMs + 9 * HOUR
  story.happens('acme', 'messageComplained', { messageId })
}

const bodyOf = (subject: string, from: string): string => `${subject}\n\n-- \n${from}`

function receive(story: Story, box: string, subject: string, from: string): void {
  const text = bodyOf(subject, from)
  story.happens('acme', 'messageReceived', { from, to: [`${box}@acme.example`], subject, text })
}

function* receiving(story: Story, { id: domainId }: Domain): Strand {
  const dice = makeDice(11)
  const beganMs = story.here.nowMs
  const step = (story.endMs - HOUR - beganMs) / RECEIVED
  for (let number = 0; number < RECEIVED; number++) {
    yield beganMs + step * (number + 0.9 * dice.share())
    const fax = number % 17 === 9
    const box = fax ? 'fax' : dice.pick(['support', 'orders', 'orders-eu'])
    const subject = dice.pick(QUESTIONS)
    const from = `${dice.pick(CUSTOMERS)}@customers.example`
    const { here, endMs } = story
    if (fax || here.nowMs > endMs - HEARING * DAY) story.begin(received(story, box, subject, from))
    else if (here.gap('email.unrouted-mail') !== 'dropped') {
      const mail = { from, to: [`${box}@acme.example`], subject, text: bodyOf(subject, from), domainId, endMs }
      putOldMail(here, 'acme', { direction: 'receive', ...mail })
    }
  }
}

function* received(story: Story, ...mail: [box: string, subject: string, from: string]): Strand {
  yield story.here.nowMs
  receive(story, ...mail)
}

/** The last minutes: something on its way, something that could not be sent, something not sent yet. */
function* present(story: Story, secret: string): Strand {
  const from = 'orders@acme.example'
  yield story.endMs - 20 * MINUTE
  story.begin(sent(story, { from, to: ['ida@customers.example'], subject: 'Your receipt' }, 'delivered'))
  yield story.endMs - 6 * MINUTE
  story.ask(secret, 'sendMessage', { body: { from, to: ['gone-7@customers.example'], subject: 'Your receipt' } })
  yield story.endMs
  story.ask(secret, 'sendMessage', {
    body: { from, to: ['zoe@customers.example'], subject: 'Your order is on its way' },
  })
}

/** Nobody ever published its records. */
function* failedDomain(story: Story): Strand {
  yield story.endMs - 48 * DAY
  story.ask(CAST.member, 'createDomain', { body: { name: 'acme-deals.example' } })
}

/** Published half of its records, one of them wrong. */
function* pendingDomain(story: Story): Strand {
  yield story.endMs - 5 * HOUR
  const { id, dnsRecords } = story.ask(CAST.admin, 'createDomain', { body: { name: 'news.acme.example' } })
  yield story.endMs - 4 * HOUR
  const [first, second] = dnsRecords
  if (first) story.happens('acme', 'dnsRecordPublished', { domain: id, type: first.type, name: first.name })
  const value = 'v=spf1 -all'
  if (second) story.happens('acme', 'dnsRecordMismatched', { domain: id, type: second.type, name: second.name, value })
  story.ask(CAST.admin, 'checkDomain', { parameters: { id } })
}
