import { type Drawing, within } from '../../../kit/drawing.ts'
import { newest } from '../../../kit/own-rows.ts'
import { goodUntilEnded } from '../../../script/good-until-ended.ts'
import {
  advance,
  type Body,
  event,
  type Item,
  type Script,
  script,
  secretOf,
  times,
  used,
} from '../../../script/script.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { plainMail, verifiedDomain } from '../domains/sending.ts'
import {
  anotherDomain,
  byKey,
  domainId,
  domainNextDoor,
  fate,
  message,
  newestDomain,
  nextDoor,
  nothingInTheWay,
  quotaOfShown,
  ready,
  recipientOf,
  sent,
} from './mail-goals.ts'

const SECRET = 'createSendKey secret'

/** Something that happens to the newest message at one of its recipients. */
function atRecipient(drawing: Drawing, place: number, more: Item): Item | undefined {
  const { id, to = [] } = message(drawing) ?? {}
  const recipient = to[place]
  return id === undefined || recipient === undefined ? undefined : { messageId: id, recipient, ...more }
}

/** Mail from a domain of the other organization. */
const fromNextDoor: Body = (drawing) => {
  const theirs = within(drawing, 'outsider')
  const domain = theirs && verifiedDomain(theirs)
  return domain && plainMail(drawing, domain)
}

const theMessage = (place: number) => (drawing: Drawing) => {
  const id = message(drawing, place)?.id
  return id === undefined ? undefined : { id: String(id) }
}

/** More than a page of twenty, or of twenty-five. */
const MANY = 30
const toMany = sent(({ salt }) => ({ to: times(MANY, (index) => `many-${index}-${salt}@reader.example`) }))
const toTwo = sent(({ salt }) => ({ to: [`one-${salt}@reader.example`, `two-${salt}@reader.example`] }))

export const SENDING_SCRIPTS: readonly Script[] = [
  // What happens to each recipient is recorded of the message that it happened to (Events, point 2), and of no other that went
  // to the same people, whoever sent that.
  script(['getMessage', 'createDomain', 'checkDomain'], (call) =>
    (['messageDelivered', 'messageComplained'] as const).map((name) => [
      ...[...ready, ...domainNextDoor(call), nextDoor(toTwo), toTwo, toTwo],
      ...[0, 1].flatMap((place) => [event(name, (drawing) => atRecipient(drawing, place, {})), advance('PT1M')]),
      ...[-1, -2].map((place) => call('getMessage', { parameters: theMessage(place) })),
      call('getMessage', { manner: 'neighbour' }),
    ]),
  ),
  // However many they are, each is recorded (Endpoints, Email, row 15).
  script(['getMessage'], (call) => [
    [
      ...[...ready, toMany],
      ...times(MANY, (place) => [
        event('messageDelivered', (drawing) => atRecipient(drawing, place, {})),
        advance('PT1M'),
      ]).flat(),
      call('getMessage', { parameters: theMessage(-1) }),
    ],
  ]),
  // A message counts on the day on which it was accepted, not on that of its fate, and whatever that is (Limits, daily email quota).
  script(['getEmailSettings'], (call) => [
    ...(['messageDelivered', 'messageBounced'] as const).map((name) => [
      ...[...ready, sent(), advance('P3D'), sent(), call('getEmailSettings')],
      ...[-2, -1].flatMap((place) => [
        fate(name, name === 'messageBounced' ? { bounce: 'soft' } : {}, place),
        call('getEmailSettings'),
      ]),
    ]),
    // Also where nobody ever gets it.
    [
      ...[...ready, sent(), sent(), call('getEmailSettings')],
      ...[fate('messageBounced', { bounce: 'hard' }), call('getEmailSettings')],
    ],
  ]),
  // Suppressions: by bounce, by complaint, by hand; lifted they get mail again (Events, points 1 and 2).
  script(['listSuppressions', 'deleteSuppression', 'createSuppression'], (call) => {
    const toSuppressed = sent((drawing) => {
      const address = newest(drawing, 'EmailSuppression')?.address
      return address === undefined ? undefined : { to: [address, 'somebody-else@reader.example'] }
    })
    const toLast = sent((drawing) => {
      const address = recipientOf(drawing)
      return address === undefined ? undefined : { to: [address, 'somebody-else@reader.example'] }
    })
    return [
      // A bounce suppresses for the organization that sent the message, and for no other.
      [
        ...[...ready, sent(), fate('messageBounced', { bounce: 'hard' })],
        ...[call('listSuppressions', { manner: 'neighbour' }), call('listSuppressions')],
      ],
      [...ready, sent(), fate('messageComplained'), call('listSuppressions')],
      // What happened to one recipient says nothing of another.
      ...(['messageBounced', 'messageComplained'] as const).map((name) => [
        ...ready,
        toTwo,
        event('messageBounced', (drawing) => atRecipient(drawing, 0, { bounce: 'soft' })),
        event(name, (drawing) => atRecipient(drawing, 1, name === 'messageBounced' ? { bounce: 'hard' } : {})),
        call('listSuppressions'),
      ]),
      // Nor does it matter whether somebody was written to or got a copy.
      ...(['messageBounced', 'messageComplained'] as const).map((name) => [
        ...[...ready, sent(({ salt }) => ({ cc: [`copied-${salt}@reader.example`] }))],
        event(name, (drawing) => {
          const { id, cc: [recipient] = [] } = message(drawing) ?? {}
          if (id === undefined || recipient === undefined) return undefined
          return { messageId: id, recipient, ...(name === 'messageBounced' && { bounce: 'hard' }) }
        }),
        call('listSuppressions'),
      ]),
      [...ready, call('createSuppression'), toSuppressed],
      // Whoever gets a copy is a recipient too.
      [
        ...[...ready, call('createSuppression')],
        sent((drawing) => {
          const address = newest(drawing, 'EmailSuppression')?.address
          return address === undefined ? undefined : { cc: [address] }
        }),
      ],
      // An entry that a bounce made is known by its id once it was listed.
      [
        ...ready,
        sent(),
        fate('messageBounced', { bounce: 'hard' }),
        call('listSuppressions'),
        call('deleteSuppression'),
        call('listSuppressions'),
        toLast,
        fate('messageBounced', { bounce: 'hard' }),
        call('listSuppressions'),
      ],
      [
        ...ready,
        call('createSuppression'),
        toSuppressed,
        call('deleteSuppression'),
        toLast,
        fate('messageBounced', { bounce: 'hard' }),
        call('listSuppressions'),
      ],
    ]
  }),
  // Send keys (Endpoints, Email, rows 2 and 3).
  script(['createSendKey', 'revokeSendKey', 'listSendKeys'], (call) =>
    goodUntilEnded({
      used: (place) => used('send-key', SECRET, place),
      made: call('createSendKey'),
      ended: call('revokeSendKey'),
      listed: call('listSendKeys'),
    }),
  ),
  script(['createSendKey', 'revokeSendKey'], (call) => {
    /** By the last key, whatever has become of it. */
    const byLastKey = sent(({ shadow, org }) => {
      const key = rowsOf(shadow.world, 'EmailSendKey').findLast((row) => row.org === org)?.id
      return key === undefined ? undefined : { sendKeyId: key }
    })
    const forLastDomain: Body = (drawing, plain) => {
      const id = domainId(drawing, -1)
      return id && { ...plain, domainIds: [id] }
    }
    const forFirstDomain: Body = (drawing, plain) => {
      const id = domainId(drawing, 0)
      return id && { ...plain, domainIds: [id] }
    }
    const forAll = call('createSendKey', { body: (_, { domainIds: _ids, ...plain }) => plain })
    const forFirst = call('createSendKey', { body: forFirstDomain })
    return [
      [...ready, forAll, ...nothingInTheWay(call), byKey],
      // For every domain of the organization, also one that came later.
      [...ready, forAll, ...anotherDomain(call), ...nothingInTheWay(call), byKey],
      // Nor is it for the one alone that it was used for first.
      [...ready, forAll, byKey, ...anotherDomain(call), ...nothingInTheWay(call), byKey],
      // One that names domains is for those only.
      [...ready, forFirst, ...anotherDomain(call), byKey],
      // Also once it was used for one of those.
      [...ready, forFirst, byKey, ...anotherDomain(call), byKey],
      // What it was used for does not tell it (Conventions).
      [
        ...[...ready, forAll, byKey, fate('messageBounced', { bounce: 'hard' }), call('listSuppressions')],
        ...[call('listMessages'), call('getMessage'), call('getMessageContent')],
      ],
      // Revoked it sends nothing, whether it was for all domains or for some.
      ...[forAll, forFirst].map((made) => [...ready, made, call('revokeSendKey'), byLastKey]),
      // Also when those are gone: what becomes of the key is open, but it is not for others then.
      [
        ...[...ready, call('createDomain'), call('createSendKey', { body: forLastDomain })],
        ...[call('deleteDomain', { parameters: newestDomain }), byLastKey],
      ],
    ]
  }),
  // The sending door is one that the contract names without showing: only where the profile says where it is.
  script(['createSendKey', 'revokeSendKey', 'sendMessage', 'listMessages', 'getMessage'], (call) => {
    const bearer = (drawing: Drawing) => secretOf(drawing, SECRET)
    const unlimited = call('createSendKey', { body: (_, { domainIds: _ids, ...plain }) => plain })
    const forDomain = (place: number) =>
      call('createSendKey', {
        body: (drawing, plain) => {
          const id = domainId(drawing, place)
          return id && { ...plain, domainIds: [id] }
        },
      })
    const send = call('sendMessage', { bearer })
    const kept = call('sendMessage', { bearer, intent: 'broken' })
    return [
      [
        ...[...ready, unlimited, ...nothingInTheWay(call), send],
        ...[call('getMessage'), call('getMessageContent'), call('listMessages', { query: {} }), call('listSendKeys')],
      ],
      [...ready, unlimited, ...anotherDomain(call), ...nothingInTheWay(call), send],
      [...ready, forDomain(-1), ...nothingInTheWay(call), send, call('listMessages', { query: {} })],
      [...ready, forDomain(0), ...anotherDomain(call), kept, call('listMessages', { query: {} })],
      [...ready, unlimited, call('revokeSendKey'), kept],
      // For all domains of the organization is not for those of others, however few domains a key names (Endpoints, Email, row 2).
      ...[unlimited, forDomain(-1)].map((made) => [
        ...[...ready, ...domainNextDoor(call), made],
        call('sendMessage', { bearer, intent: 'broken', body: fromNextDoor }),
        call('listMessages', { query: {}, manner: 'neighbour' }),
      ]),
      // The last that the quota allows is only one, also at the same time (Limits).
      [
        ...[...ready, unlimited, ...nothingInTheWay(call), send, call('getEmailSettings')],
        ...[quotaOfShown(-1), call('getEmailSettings')],
        ...[{ ...send, withNext: true as const }, send, call('getEmailSettings')],
      ],
      // Those who are suppressed get nothing, the others do (Events, point 2).
      [
        ...ready,
        unlimited,
        call('createSuppression'),
        call('sendMessage', {
          bearer,
          body: (drawing, plain) => ({
            ...plain,
            to: [newest(drawing, 'EmailSuppression')?.address, 'somebody-else@reader.example'],
          }),
        }),
        call('getMessage'),
      ],
    ]
  }),
]
