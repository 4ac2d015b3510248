import type { Fault } from './fault.ts'
import { as, domain, event, later, mail, owner, webhook } from './steps.ts'

const log = (query: object = {}) => owner('listMessages', { query: { ...query } })
const bounced = (message: string) => event('messageBounced', { messageId: message, bounce: 'hard' })
const suppressions = owner('listSuppressions')
const suppress = owner('createSuppression', { body: { address: 'x@there.example' } })
const lift = (id: string) => owner('deleteSuppression', { params: { id } })
const deliveries = (query: object = {}) => owner('listDeliveries', { query: { ...query } })
const answers = event('webhookEndpointAnswers', { endpointId: '$1.webhook.id', answers: [{ status: 200 }] })
/** More mail than any variant's page holds, all at different times. */
const pile = Array.from({ length: 24 }, (_, at) => mail({ subject: `n${at}`, createdAt: `$daysAgo.${30 - at}` }))

/** Faults of messages, suppressions, posture and deliveries. */
export const MAIL_FAULTS: readonly Fault[] = [
  {
    name: 'log-oldest-first',
    rule: 'EML-09',
    what: 'the message log begins with the oldest',
    minimal: [domain(), mail({ createdAt: '$daysAgo.2' }), mail(), log()],
    shows: { at: 'body.messages.0.id', correct: '$2.messageId', faulty: '$1.messageId' },
  },
  {
    name: 'direction-filter-ignored',
    rule: 'EML-09',
    what: 'the log is not filtered by direction',
    minimal: [domain(), mail(), log({ direction: 'receive' })],
    shows: { at: 'body.messages.length', correct: 0, faulty: 1 },
  },
  {
    name: 'domain-filter-ignored',
    rule: 'EML-09',
    what: 'the log is not filtered by domain',
    minimal: [domain(), domain('other.shop.example'), mail(), log({ domainId: '$1.id' })],
    shows: { at: 'body.messages.length', correct: 0, faulty: 1 },
  },
  {
    name: 'pages-overlap',
    rule: 'EML-09',
    implied: true,
    what: 'the next page begins with the last message of the one before',
    minimal: [domain(), ...pile, log(), log({ cursor: '$25.cursor' })],
    shows: { at: 'body.messages.0.id', correct: { not: '$25.messages.at(-1).id' }, faulty: '$25.messages.at(-1).id' },
  },
  {
    name: 'log-beyond-window',
    rule: 'EML-09, LIM-01',
    what: 'the log shows what is older than 90 days',
    minimal: [domain(), mail({ createdAt: '$daysAgo.91' }), log()],
    shows: { at: 'body.messages.length', correct: 0, faulty: 1 },
  },
  {
    name: 'recipients-as-text',
    rule: 'GEN-02',
    what: 'the recipients are one string',
    minimal: [domain(), mail(), log()],
    shows: { at: 'body.messages.0.to', correct: { type: 'object' }, faulty: { type: 'string' } },
  },
  {
    name: 'foreign-message-read',
    rule: 'GEN-04',
    what: "another organization's message can be read",
    minimal: [domain(), mail(), as('outsider', 'getMessage', { params: { id: '$1.messageId' } })],
    shows: { at: 'status', correct: { refused: true }, faulty: 200 },
  },
  {
    name: 'events-missing',
    rule: 'EML-10',
    what: 'a message comes without its events',
    minimal: [domain(), mail(), owner('getMessage', { params: { id: '$1.messageId' } })],
    shows: { at: 'body.events.0.kind', correct: 'sent', faulty: { absent: true } },
  },
  {
    name: 'content-as-json',
    rule: 'EML-11',
    what: 'the raw message is wrapped in JSON',
    minimal: [domain(), mail(), owner('getMessageContent', { params: { id: '$1.messageId' } })],
    shows: { at: 'type', correct: 'message/rfc822', faulty: { not: 'message/rfc822' } },
  },
  {
    name: 'content-forever',
    rule: 'EML-11, LIM-01',
    what: 'the raw message is there after 30 days',
    minimal: [
      domain(),
      mail({ createdAt: '$daysAgo.31' }),
      owner('getMessageContent', { params: { id: '$1.messageId' } }),
    ],
    shows: { at: 'status', correct: 404, faulty: 200 },
  },
  {
    name: 'quota-missing',
    rule: 'EML-12',
    what: 'the settings come without dailyQuota',
    minimal: [owner('getEmailSettings')],
    shows: { at: 'body.dailyQuota', correct: { type: 'number' }, faulty: { absent: true } },
  },
  {
    name: 'accepted-not-counted',
    rule: 'EML-12',
    what: 'acceptedToday stays at nothing',
    variants: ['a'],
    minimal: [domain(), mail(), owner('getEmailSettings')],
    shows: { at: 'body.acceptedToday', correct: 1, faulty: 0 },
  },
  {
    name: 'manual-as-bounce',
    rule: 'EML-13',
    what: 'an address suppressed by hand has the reason bounce',
    minimal: [suppress],
    shows: { at: 'body.reason', correct: 'manual', faulty: 'bounce' },
  },
  {
    name: 'hard-bounce-forgiven',
    rule: 'EML-13',
    what: 'a hard bounce suppresses nothing',
    minimal: [domain(), mail(), bounced('$1.messageId'), suppressions],
    shows: { at: 'body.suppressions.0.reason', correct: 'bounce', faulty: { absent: true } },
  },
  {
    name: 'complaint-as-bounce',
    rule: 'EML-13',
    what: 'a complaint suppresses with the reason bounce',
    minimal: [domain(), mail(), event('messageComplained', { messageId: '$1.messageId' }), suppressions],
    shows: { at: 'body.suppressions.0.reason', correct: 'complaint', faulty: 'bounce' },
  },
  {
    name: 'lifting-without-effect',
    rule: 'EML-13',
    what: 'an address stays undeliverable after its suppression is removed',
    minimal: [domain(), suppress, lift('$1.id'), mail()],
    shows: { at: 'body.suppressed.length', correct: 0, faulty: 1 },
  },
  {
    name: 'lifted-for-good',
    rule: 'EML-13',
    what: 'the next hard bounce does not add a lifted address again',
    minimal: [domain(), suppress, lift('$1.id'), mail(), bounced('$3.messageId'), suppressions],
    shows: { at: 'body.suppressions.length', correct: 1, faulty: 0 },
  },
  {
    name: 'suppressions-shared',
    rule: 'GEN-04',
    what: 'the suppressions of all organizations are listed',
    minimal: [suppress, as('outsider', 'listSuppressions')],
    shows: { at: 'body.suppressions.length', correct: 0, faulty: 1 },
  },
  {
    name: 'deliveries-oldest-first',
    rule: 'EML-15',
    what: 'deliveries begin with the oldest',
    minimal: [domain(), webhook(), mail(), mail(), deliveries()],
    shows: { at: 'body.deliveries.0.messageId', correct: '$3.messageId', faulty: '$2.messageId' },
  },
  {
    name: 'delivery-filter-ignored',
    rule: 'EML-15',
    what: 'deliveries are not filtered by message',
    minimal: [domain(), webhook(), mail(), deliveries({ messageId: 'none' })],
    shows: { at: 'body.deliveries.length', correct: 0, faulty: 1 },
  },
  {
    name: 'attempts-uncounted',
    rule: 'EML-15',
    what: 'attempts stays at nothing after an attempt',
    minimal: [domain(), webhook(), answers, mail(), later, deliveries()],
    shows: { at: 'body.deliveries.0.attempts', correct: 1, faulty: 0 },
  },
  {
    name: 'redelivery-reuses-record',
    rule: 'EML-16',
    what: 'redelivery makes no new delivery',
    minimal: [
      domain(),
      webhook(),
      mail(),
      deliveries(),
      owner('redeliverDelivery', { params: { id: '$3.deliveries.0.id' } }),
    ],
    shows: { at: 'body.id', correct: { not: '$3.deliveries.0.id' }, faulty: '$3.deliveries.0.id' },
  },
  {
    name: 'disabled-endpoint-served',
    rule: 'EML-17',
    implied: true,
    what: 'a disabled endpoint gets deliveries',
    minimal: [
      domain(),
      webhook(),
      owner('updateWebhook', { params: { id: '$1.webhook.id' }, body: { disabled: true } }),
      mail(),
      deliveries(),
    ],
    shows: { at: 'body.deliveries.length', correct: 0, faulty: 1 },
  },
  {
    name: 'key-sends-anywhere',
    rule: 'EML-20',
    implied: true,
    what: 'a key restricted to one domain sends for another',
    minimal: [
      domain(),
      domain('other.shop.example'),
      owner('createSendKey', { body: { name: 'app', domainIds: ['$1.id'] } }),
      mail({ sendKeyId: '$2.sendKey.id' }),
    ],
    shows: { at: 'status', correct: { refused: true }, faulty: 200 },
  },
]
