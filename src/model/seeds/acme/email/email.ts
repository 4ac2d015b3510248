import { CAST } from '../../kit/cast.ts'
import { DAY, HOUR, MINUTE } from '../../kit/durations.ts'
import type { Story, Strand } from '../../kit/story.ts'
import { holdMessage } from '../../kit/stuck.ts'
import { CUSTOMERS, type Customer } from './customers.ts'
import { endpoints } from './endpoints.ts'
import { receiving } from './receiving.ts'
import { letter, SENT, sending, sent } from './sending.ts'

export function email(story: Story): void {
  story.begin(beginnings(story))
  story.begin(failedDomain(story))
  story.begin(deafDomain(story))
  story.begin(pendingDomain(story))
}

/** The two domains in use and their keys; then the mail. */
function* beginnings(story: Story): Strand {
  const { owner, admin } = CAST
  yield story.before(89.9 * DAY)
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
  yield story.before(41 * DAY)
  story.ask(admin, 'revokeSendKey', { parameters: { id: old.sendKey.id } })
  story.ask(admin, 'createSuppression', { body: { address: 'do-not-write@customers.example' } })
  yield story.before(7 * HOUR)
  story.ask(admin, 'armDomainReceiving', { parameters: { id: mail.id } })
}

/** The last hour: something held up, something on its way, something that could not be sent, something not sent yet. */
function* present(story: Story, secret: string): Strand {
  yield story.before(50 * MINUTE)
  const { id } = story.ask(secret, 'sendMessage', { body: letter(SENT + 6, 'unknown', customerAt(7)) })
  holdMessage(story.here, 'acme', id)
  yield story.before(20 * MINUTE)
  story.begin(sent(story, letter(SENT, 'delivered', customerAt(4)), 'delivered'))
  yield story.before(6 * MINUTE)
  story.ask(secret, 'sendMessage', { body: { ...letter(SENT + 2, 'unknown', customerAt(5)), to: [BOUNCED] } })
  yield story.endMs
  story.ask(secret, 'sendMessage', { body: letter(SENT + 4, 'unknown', customerAt(6)) })
}

/** The first that bounced. */
const BOUNCED = 'gone-7@customers.example'

const customerAt = (index: number): Customer => CUSTOMERS[index] ?? CUSTOMERS[0]

/** A domain whose records were never published. */
function* failedDomain(story: Story): Strand {
  yield story.before(48 * DAY)
  story.ask(CAST.member, 'createDomain', { body: { name: 'acme-deals.example' } })
}

/** A domain that sends; its record for receiving was never published. */
function* deafDomain(story: Story): Strand {
  yield story.before(33 * DAY)
  const { id } = story.ask(CAST.admin, 'createDomain', { body: { name: 'hallo.acme.example' } })
  story.happens('acme', 'dnsRecordPublished', { domain: id })
  story.ask(CAST.admin, 'checkDomain', { parameters: { id } })
  yield story.before(30 * DAY)
  story.ask(CAST.admin, 'armDomainReceiving', { parameters: { id } })
}

/** Published half of its records, one of them wrong. */
function* pendingDomain(story: Story): Strand {
  yield story.before(5 * HOUR)
  const { id, dnsRecords } = story.ask(CAST.admin, 'createDomain', { body: { name: 'news.acme.example' } })
  yield story.before(4 * HOUR)
  const [first, second] = dnsRecords
  if (first) story.happens('acme', 'dnsRecordPublished', { domain: id, type: first.type, name: first.name })
  const value = 'v=spf1 -all'
  if (second) story.happens('acme', 'dnsRecordMismatched', { domain: id, type: second.type, name: second.name, value })
  story.ask(CAST.admin, 'checkDomain', { parameters: { id } })
}
