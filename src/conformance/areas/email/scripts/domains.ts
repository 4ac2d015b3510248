import type { EventName } from '../../../../model/request/operation-types.ts'
import type { Drawing } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'
import { granted } from '../../../script/granted.ts'
import { remembered } from '../../../script/remembered.ts'
import { advance, type Body, event, have, type Script, script, times } from '../../../script/script.ts'
import { LONG_ENOUGH } from '../checks/verification.ts'
import { anotherDomain, message, ready, receiving, recipientOf, routed, sent, written } from './mail-goals.ts'

const domainAt = (place: number) => (drawing: Drawing) => {
  const id = own(drawing, 'EmailDomain').at(place)?.id
  return id === undefined ? undefined : { id: String(id) }
}
const nameOf = (drawing: Drawing) => own(drawing, 'EmailDomain').at(-1)?.name
const records = (name: EventName, more: Readonly<Record<string, string>> = {}) =>
  event(name, (drawing) => {
    const domain = nameOf(drawing)
    return domain === undefined ? undefined : { domain, ...more }
  })
const sameName: Body = (drawing) => ({ name: nameOf(drawing) })

const forAll: Body = (_, { domainIds: _ids, ...plain }) => plain
const forFirst: Body = (drawing, plain) => {
  const [domain] = own(drawing, 'EmailDomain')
  return domain && { ...plain, domainIds: [domain.id] }
}

export const DOMAIN_SCRIPTS: readonly Script[] = [
  // A live claim of anybody's (Endpoints, Email, row 8).
  script(['createDomain'], (call) => {
    const name = ({ vocabulary, salt }: Drawing) =>
      vocabulary.domainSuffix && `claimed-${salt}.${vocabulary.domainSuffix}`
    const claimed = event('domainClaimedElsewhere', (drawing) => {
      const domain = name(drawing)
      return domain && { domain }
    })
    const taken = call('createDomain', { body: (drawing) => ({ name: name(drawing) }), intent: 'broken' })
    const { first, drawn } = remembered()
    const theirs = call('createDomain', { body: sameName, manner: 'neighbour', intent: 'broken' })
    return [
      [call('createDomain'), call('createDomain', { body: sameName, intent: 'broken' })],
      // A claim that was given up is not live, whoever was refused the name meanwhile; the mail provider may take a while to
      // clear it. Made again it is as live as the first.
      [
        ...[call('createDomain', { drawn }), theirs],
        ...[call('deleteDomain', { parameters: domainAt(-1) }), advance('PT1H')],
        ...[call('createDomain', { body: (drawing) => first(drawing)?.body }), theirs],
      ],
      [call('createDomain'), theirs],
      [claimed, taken],
      // Also where it was free before.
      [
        call('createDomain', { body: (drawing) => name(drawing) && { name: name(drawing) } }),
        ...[call('deleteDomain', { parameters: domainAt(-1) }), claimed, taken],
      ],
    ]
  }),
  // One that goes leaves those below it (row 10). Whether those can be claimed is open.
  script(['createDomain', 'deleteDomain', 'listDomains'], (call) => {
    const below: Body = (drawing) => ({ name: `below.${nameOf(drawing)}` })
    return [
      [
        ...[call('createDomain'), call('createDomain', { body: below, intent: 'exotic' })],
        ...[call('deleteDomain', { parameters: domainAt(-2) }), call('listDomains')],
      ],
    ]
  }),
  // One observation for each record, of what DNS shows at the moment (Endpoints, Email, row 11).
  script(['createDomain', 'getDomainDns', 'armDomainReceiving', 'getDomain'], (call) => [
    [call('createDomain'), call('getDomainDns')],
    [call('createDomain'), records('dnsRecordPublished'), call('getDomainDns')],
    [call('createDomain'), records('dnsRecordMismatched', { value: 'seen-instead' }), call('getDomainDns')],
    [call('createDomain'), call('armDomainReceiving'), call('getDomain'), call('getDomainDns')],
    // What sends for sure has nothing to wait for (row 13).
    [
      ...[call('createDomain'), records('dnsRecordPublished'), call('checkDomain'), advance('PT1H'), call('getDomain')],
      ...[call('armDomainReceiving'), call('getDomain')],
    ],
    // Whatever the domain's own state has become.
    [
      call('createDomain'),
      records('dnsRecordPublished'),
      call('checkDomain'),
      advance('PT1H'),
      records('dnsRecordRemoved'),
      call('getDomainDns'),
    ],
  ]),
  // A forced check schedules a pass, which ends well once everything is published (Endpoints, Email, row 12).
  script(['createDomain', 'checkDomain', 'getDomain'], (call) => [
    [call('createDomain'), records('dnsRecordPublished'), call('checkDomain'), advance('PT20M'), call('getDomain')],
    [
      call('createDomain'),
      call('armDomainReceiving', { intent: 'exotic' }),
      records('dnsRecordPublished'),
      call('checkDomain'),
      advance(`P${LONG_ENOUGH.days + 1}D`),
      ...times(LONG_ENOUGH.reads + 2, () => call('getDomain')),
    ],
    // Each check does, however soon it comes after one that found nothing.
    [
      ...[call('createDomain'), call('checkDomain'), advance('PT1M'), call('getDomain')],
      ...[records('dnsRecordPublished'), call('checkDomain'), advance(`P${LONG_ENOUGH.days + 1}D`)],
      ...times(LONG_ENOUGH.reads + 2, () => call('getDomain')),
    ],
    // Also of what is armed only when it sends already.
    [
      ...[call('createDomain'), records('dnsRecordPublished'), call('checkDomain'), advance('PT1H')],
      ...[call('armDomainReceiving', { intent: 'exotic' }), records('dnsRecordPublished'), call('checkDomain')],
      advance(`P${LONG_ENOUGH.days + 1}D`),
      ...times(LONG_ENOUGH.reads + 2, () => call('getDomain')),
    ],
  ]),
  // Messages belong to a domain, and are for those who may see it (Errors, Email, 403).
  script(['createDomain', 'checkDomain', 'createRoute', 'listMessages', 'getMessage', 'getMessageContent'], (call) => {
    const scoped = granted('email', /^$/, (drawing) => {
      const id = message(drawing, 0)?.domainId
      return id === undefined ? undefined : [id]
    })
    const read = (place: number) => (drawing: Drawing) => {
      const id = message(drawing, place)?.id
      return id === undefined ? undefined : { id: String(id) }
    }
    const ofOther = (drawing: Drawing) => ({ domainId: String(message(drawing)?.domainId) })
    const toOther = (drawing: Drawing) => ({ to: String(recipientOf(drawing)) })
    return [
      [
        ...ready,
        sent(),
        ...anotherDomain(call),
        sent(),
        scoped,
        ...[-1, 0].flatMap((place) => [
          call('getMessage', { parameters: read(place), manner: 'lesser' }),
          call('getMessageContent', { parameters: read(place), manner: 'lesser' }),
        ]),
        // Without a filter and with one, whoever is asked for (Messages, row 14).
        ...[{}, ofOther, toOther].map((query) => call('listMessages', { query, manner: 'lesser' })),
      ],
      // Received ones too; some drop what no route takes.
      [
        ...[...ready, sent(), ...receiving(call), have('EmailWebhook')],
        ...[call('createRoute', { body: routed(() => '*') }), written(({ salt }) => `desk-${salt}`), scoped],
        call('getMessage', { parameters: read(-1), manner: 'lesser' }),
        call('getMessageContent', { parameters: read(-1), manner: 'lesser' }),
        call('listMessages', { query: { direction: 'receive' }, manner: 'lesser' }),
      ],
    ]
  }),
  // A subject scoped to some domains (Authentication, point 3).
  script(['createDomain', 'listDomains', 'getDomain', 'createRoute', 'listRoutes', 'createSendKey'], (call) => {
    const scoped = granted('email', /^$/, (drawing) => [String(own(drawing, 'EmailDomain').at(0)?.id)])
    return [
      [
        call('createDomain'),
        call('createDomain'),
        scoped,
        call('getDomain', { parameters: domainAt(0), manner: 'lesser' }),
        call('listDomains', { manner: 'lesser' }),
        call('getDomain', { parameters: domainAt(1), manner: 'lesser' }),
      ],
      [
        call('createDomain'),
        call('createDomain'),
        call('armDomainReceiving', { parameters: domainAt(1) }),
        have('EmailWebhook'),
        call('createRoute'),
        scoped,
        call('listRoutes', { manner: 'lesser' }),
      ],
      // For all domains or for some (Authentication, point 3).
      ...[forAll, forFirst].map((body) => [
        ...[have('EmailDomain'), granted('email', /^email\.key\.admin$/)],
        call('createSendKey', { manner: 'lesser', body, intent: 'broken' }),
      ]),
    ]
  }),
]
