import { type Drawing, isoTime } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'
import { PLENTY } from '../../../kit/switch.ts'
import type { Goal } from '../../../script/goal.ts'
import { granted } from '../../../script/granted.ts'
import { remembered } from '../../../script/remembered.ts'
import { advance, type Call, event, have, type Item, type Script, script, times } from '../../../script/script.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { pages } from '../checks/pages.ts'
import {
  anotherDomain,
  byKey,
  domainId,
  domainNextDoor,
  fate,
  message,
  newestDomain,
  nextDoor,
  quotaOfShown,
  ready,
  receiving,
  recipientOf,
  routed,
  sent,
  written,
} from './mail-goals.ts'

const theMessage = (place: number) => (drawing: Drawing) => {
  const id = message(drawing, place)?.id
  return id === undefined ? undefined : { id: String(id) }
}
const daysAgo = (days: number) => (drawing: Drawing) => ({
  createdAt: isoTime(drawing.shadow.world.nowMs - days * DAY_MS),
})
const DAY_MS = 86_400_000
const OTHER_LETTERS = 'Grüße, żółć, 雪'
const ofDomain = (drawing: Drawing, place: number) => {
  const id = domainId(drawing, place)
  return id === undefined ? undefined : { domainId: id }
}
const ofLastDomain = (drawing: Drawing) => ofDomain(drawing, -1)
/** The recipient of the newest message, as a filter. */
const toSame = (drawing: Drawing) => {
  const to = recipientOf(drawing)
  return to === undefined ? undefined : { to }
}

const BOUNCED = [sent(), fate('messageBounced', { bounce: 'hard' })]

const isPaused = ({ shadow, org }: Drawing): boolean =>
  rowsOf(shadow.world, 'EmailSettings').some((settings) => settings.org === org && settings.paused)

/** The same outside event, as long as sending is not paused. */
const unlessPaused = (goal: Goal): Goal =>
  goal.kind === 'event'
    ? { ...goal, body: (drawing: Drawing) => (isPaused(drawing) ? undefined : goal.body(drawing)) }
    : goal

/** What the newest domain has sent. */
const sentBy = (drawing: Drawing) => {
  const filter = ofLastDomain(drawing)
  return filter && { ...filter, direction: 'send' }
}
type Filter = (drawing: Drawing) => Readonly<Record<string, string>> | undefined
/** Whoever most of the mail goes to. */
const reader = ({ salt }: Drawing) => `reader-${salt}@reader.example`
/** Nothing that went to that reader is so young. */
const sinceHalfAnHour: Filter = (drawing) => ({
  to: reader(drawing),
  since: isoTime(drawing.shadow.world.nowMs - HOUR_MS / 2),
})
/** Filters that let through more than a page, and keep something out that a later page would hold without them. */
const KEPT_BY_CURSOR: readonly Filter[] = [
  (drawing) => ({ to: reader(drawing) }),
  ofLastDomain,
  // Of this domain: what others have sent today may fill pages.
  (drawing) => {
    const filter = ofLastDomain(drawing)
    return filter && { ...filter, since: isoTime(drawing.shadow.world.nowMs - DAY_MS) }
  },
]
/**
 * What the newest domain has sent and is in the state of the last message of the page that was read. The word is the target's, so
 * only where we call it so too is it known which others are in that state.
 */
const inStateOfLast: Filter = (drawing) => {
  const { last } = memoryOf(drawing.shadow, pages) ?? {}
  const state = own(drawing, 'EmailMessage').find(({ id }) => id === last?.id)?.state
  const filter = sentBy(drawing)
  return filter && state !== undefined && last?.object.state === state ? { ...filter, state } : undefined
}
/** The last message of the page that was read last is delivered. */
const lastIsDelivered: Goal = event('messageDelivered', ({ shadow }) => {
  const { last, cursor } = memoryOf(shadow, pages) ?? {}
  return last === undefined || cursor === undefined ? undefined : { messageId: last.id }
})
const sentFromFirst = (more: (drawing: Drawing) => Item = () => ({})) =>
  sent((drawing) => {
    const name = own(drawing, 'EmailDomain').find(({ sendState }) => sendState === 'verified')?.name
    return name === undefined ? undefined : { from: `news@${name}`, ...more(drawing) }
  })
const fromFirst = (index: number) => sentFromFirst(atOneMoment(index))
/** To that reader. */
const toReader = (index: number) => sent((drawing) => ({ ...atOneMoment(index)(drawing), to: [reader(drawing)] }))
/** Several at a time, so that a page ends between messages of one moment. */
const atOneMoment = (index: number) => (drawing: Drawing) => {
  const minutes = 60 - Math.floor(index / AT_A_TIME)
  return { createdAt: isoTime(Math.floor(drawing.shadow.world.nowMs / HOUR_MS) * HOUR_MS - minutes * 60_000) }
}
const AT_A_TIME = 7
/** Older than all of it, and to somebody else. */
const EARLY = -24 * AT_A_TIME
const earlyReader = ({ salt }: Drawing) => `early-${salt}@reader.example`
/** Filters that let through only what is older than a page: it is found all the same. The words of states are the target's. */
const FOR_OLDER: readonly Filter[] = [(drawing) => ({ to: earlyReader(drawing) }), () => ({ direction: 'receive' })]
/** So many of those that come first are mixed with received ones. */
const MIXED = 21
const HOUR_MS = 3_600_000
/** More than a page of most. */
const SENT = 51
/** Maximum number of further messages, for a last page of one message. */
const MOST_MORE = 30
const oneMore = sent((drawing) => {
  const { first = [], cursor } = memoryOf(drawing.shadow, pages) ?? {}
  const id = domainId(drawing, -1)
  const there = own(drawing, 'EmailMessage').filter((row) => row.domainId === id && row.direction === 'send').length
  return cursor === undefined || there % first.length === 1 ? undefined : {}
})
/** Maximum number of messages to fill pages with. */
const MOST_PAGES = 9
const nextPage = (filter: Filter) => (drawing: Drawing) => {
  const cursor = memoryOf(drawing.shadow, pages)?.cursor
  const filters = filter(drawing)
  return cursor === undefined || filters === undefined ? undefined : { ...filters, cursor }
}

/** Noon on a day of some month, the next time it comes: months before it may be short. */
const onDay = (month: number, day: number): Goal =>
  event('advanceClock', ({ shadow }) => {
    const { nowMs } = shadow.world
    const thisYear = Date.UTC(new Date(nowMs).getUTCFullYear(), month - 1, day, 12)
    const atMs = thisYear > nowMs ? thisYear : Date.UTC(new Date(nowMs).getUTCFullYear() + 1, month - 1, day, 12)
    return { by: `PT${Math.ceil((atMs - nowMs) / 1000)}S` }
  })

/** Some day that is not today or tomorrow, and on which hardly anything has been done before the clock was turned back. */
const toSomeDay: Goal = event('advanceClock', ({ sampler }) => ({ by: `P${sampler.pick(SOME_DAYS) ?? 3}D` }))
const SOME_DAYS = times(70, (index) => index + 3)

/** What all recipients of the newest message have in common. */
const FATES: readonly Goal[] = [
  fate('messageDelivered'),
  fate('messageBounced', { bounce: 'hard' }),
  fate('messageComplained'),
]

/** A look half a day before so many days are over, and half a day after. */
const throughLimit = (days: number, look: Goal): Goal[] => [
  look,
  advance(`PT${days * 24 - 12}H`),
  look,
  advance('P1D'),
  look,
]

const copied = (salt: string) => `copied-${salt}@reader.example`

/**
 * Mail that bounces until sending is paused. So much later than anything else that what was sent before no longer counts in any
 * rate; and so much of it, since what comes of a few is chance to some, and a pause that was barely reached is easily lifted.
 */
const pausing = (call: Call): Goal[] => [
  ...[call('getEmailSettings', { manner: 'neighbour' }), advance('P100D'), ...ready],
  ...times(100, () => sent()),
  ...times(30, () => BOUNCED.map(unlessPaused)).flat(),
  call('getEmailSettings'),
]

const OUT_BY_THEN_MS = 1_000

const toMany = sent(({ salt }) => ({ to: times(30, (index) => `many-${index}-${salt}@reader.example`) }))

/** Staff lift a pause of the other organization, if there is one. */
const liftedNextDoor: Goal = nextDoor({
  ...{ kind: 'event', event: 'sendingUnpaused', body: () => ({}), either: true },
})

/** They may send a lot on one day: what is shown again happens on the same one. */
const plentyNextDoor: Goal = nextDoor(event('quotaChanges', () => ({ quota: 'daily-email', value: PLENTY })))

/**
 * All that we send comes back, and one of very many that the other organization sends: whatever of theirs gives cause for a look
 * at their bounces, ours are none of them. Theirs, because other sequences have ours bounce on the same day.
 */
const bouncedHereAlone = (call: Call): Goal[] => {
  const theirSettings = { manner: 'neighbour' } as const
  return [
    ...[liftedNextDoor, plentyNextDoor, call('getEmailSettings', theirSettings), advance('P100D')],
    ...[...ready, ...domainNextDoor(call)],
    ...[...times(100, () => nextDoor(sent())), nextDoor(toMany), toMany],
    // All goes out. The clock stays: what it was moved to may be the time from which bounces are counted afresh.
    call('getEmailSettings', { ...theirSettings, after: () => OUT_BY_THEN_MS }),
    ...[nextDoor(fate('messageDelivered')), fate('messageBounced', { bounce: 'hard' })],
    ...[nextDoor(fate('messageBounced', { bounce: 'soft' }, -2)), call('getEmailSettings', theirSettings)],
  ]
}

export const MESSAGE_LOG_SCRIPTS: readonly Script[] = [
  // The log: newest first, 90 days, by filters, page by page (Endpoints, Email, row 14; Limits).
  script(['listMessages', 'getMessage', 'getMessageContent'], (call) => [
    // Apart, so that their times differ.
    [...ready, sent(), advance('PT1M'), sent(), ...times(2, () => call('listMessages', { query: {} }))],
    // Whatever became of the older one since, also for who asks for those that were sent.
    [
      ...[...ready, sent(), advance('PT1M'), sent(), advance('PT1M'), fate('messageDelivered', {}, -2)],
      ...[{}, { direction: 'send' }].map((query) => call('listMessages', { query })),
    ],
    [
      ...ready,
      sent(),
      fate('messageDelivered'),
      call('getMessage'),
      call('getMessageContent'),
      // The same type, whatever is written in it.
      ...[sent(() => ({ text: OTHER_LETTERS })), call('getMessageContent', { parameters: theMessage(-1) })],
      call('listMessages', { query: { direction: 'receive' } }),
      call('listMessages', { query: { direction: 'send' } }),
    ],
    [
      ...ready,
      sent(),
      sent(),
      call('listMessages', {
        query: (drawing) => {
          const to = recipientOf(drawing)
          return to === undefined ? undefined : { to }
        },
      }),
    ],
    // Nothing of another organization, though somebody gets copies of it.
    [
      ...[...ready, ...domainNextDoor(call), sent()],
      nextDoor(sent(({ salt }) => ({ cc: [copied(salt)] }))),
      ...[{}, { direction: 'send' }].map((query) =>
        call('listMessages', { query: ({ salt }) => ({ ...query, to: copied(salt) }) }),
      ),
    ],
    // Of several recipients each one counts.
    [
      ...ready,
      sent(({ salt }) => ({ to: [`one-${salt}@reader.example`, `two-${salt}@reader.example`] })),
      sent(),
      call('listMessages', { query: ({ salt }) => ({ to: `two-${salt}@reader.example` }) }),
    ],
    // What becomes of a message becomes of each of them.
    ...FATES.map((became) => [
      ...[...ready, sent(({ salt }) => ({ to: [`one-${salt}@reader.example`, `two-${salt}@reader.example`] }))],
      ...[became, call('getMessage'), call('listSuppressions')],
    ]),
    // The content goes before the message does, and asking for it takes nothing with it.
    [
      ...[...ready, sent(daysAgo(40)), sent(daysAgo(100)), call('getMessageContent', { parameters: theMessage(0) })],
      ...[call('getMessage', { parameters: theMessage(0) }), call('listMessages', { query: ofLastDomain })],
    ],
    // Old mail is found by its recipient, as long as it is in the log.
    [
      ...[...ready, sent(daysAgo(40)), call('listMessages', { query: ofLastDomain })],
      call('listMessages', { query: toSame, optional: true }),
    ],
    // Of one domain: among the mail of all others something old may be pages away.
    [...ready, sent(daysAgo(100)), sent(daysAgo(40)), call('listMessages', { query: ofLastDomain })],
    // Nobody can ask for more than the log goes back.
    [
      ...ready,
      ...[sent(daysAgo(100)), sent(daysAgo(40))],
      call('listMessages', {
        query: (drawing) => {
          const filter = ofLastDomain(drawing)
          return filter && { ...filter, since: isoTime(drawing.shadow.world.nowMs - 120 * DAY_MS) }
        },
      }),
    ],
    // Newest is what was written last, not what was heard of last.
    [...ready, sent(daysAgo(10)), sent(daysAgo(40)), call('listMessages', { query: ofLastDomain })],
    [
      ...[...receiving(call), written(({ salt }) => `desk-${salt}`, daysAgo(10))],
      ...[written(({ salt }) => `desk-${salt}`, daysAgo(40)), call('listMessages', { query: ofLastDomain })],
    ],
  ]),
  // A message seen in time still leaves its window, sent or received (Limits).
  script(['listMessages', 'getMessage', 'getMessageContent'], (call) => [
    [...ready, sent(), ...throughLimit(30, call('getMessageContent'))],
    [
      // Some drop what no route takes.
      ...[...receiving(call), have('EmailWebhook'), call('createRoute', { body: routed(() => '*') })],
      ...[written(({ salt }) => `desk-${salt}`), call('getMessage', { parameters: theMessage(-1) })],
      ...throughLimit(30, call('getMessageContent', { parameters: theMessage(-1) })),
    ],
    [...ready, sent(), ...throughLimit(90, call('listMessages', { query: {} }))],
    // What becomes of it meanwhile does not put that off.
    [
      ...[...ready, sent(), advance('P20D'), fate('messageDelivered'), call('getMessageContent')],
      ...[advance('P12D'), call('getMessageContent')],
    ],
    [
      ...[...ready, sent(), advance('P80D'), fate('messageDelivered'), call('listMessages', { query: {} })],
      ...[advance('P12D'), call('listMessages', { query: {} })],
    ],
    // Days are counted, not months: February is short, and so are the three months with it.
    [onDay(3, 15), ...ready, sent(daysAgo(29)), call('getMessageContent')],
    [onDay(5, 15), ...ready, sent(daysAgo(89.5)), call('listMessages', { query: {} })],
    [onDay(8, 15), ...ready, sent(daysAgo(30.5)), call('getMessageContent')],
    // Of two domains.
    [
      ...ready,
      sent(),
      ...anotherDomain(call),
      sent(),
      call('listMessages', { query: (drawing) => ofDomain(drawing, 0) }),
      call('listMessages', { query: (drawing) => ofDomain(drawing, -1) }),
    ],
  ]),
  script(['listMessages', 'createDomain', 'armDomainReceiving', 'checkDomain'], (call) => {
    const asked = remembered()
    return [
      // Page after page, and the first one again: what is the same then can be counted (EML-09). Of a domain of this
      // very walk, so that it is as many pages when it is walked again.
      [
        ...ready,
        ...receiving(call),
        sent((drawing) => ({ ...atOneMoment(EARLY)(drawing), to: [earlyReader(drawing)] })),
        // A few of another domain and a few received among them, which the filters keep out of every page.
        ...times(SENT, (index) => [
          ...(index % 10 === 0 ? [fromFirst(index)] : []),
          ...(index % 10 === 0 && index < MIXED ? [written(({ salt }) => `desk-${salt}`, atOneMoment(index))] : []),
          toReader(index),
        ]).flat(),
        ...FOR_OLDER.map((filter) => call('listMessages', { query: filter, optional: true })),
        call('listMessages', { query: sentBy }),
        ...times(MOST_MORE, () => oneMore),
        call('listMessages', { query: sentBy }),
        ...times(MOST_PAGES, () => call('listMessages', { query: nextPage(sentBy), optional: true })),
        call('listMessages', { query: sentBy }),
        // Something comes in between.
        ...[sent(), call('listMessages', { query: nextPage(sentBy), optional: true })],
        // Older than the log is asked for now.
        ...times(2, () => sent(daysAgo(2))),
        // How a target takes this form of a time shows before it counts.
        call('listMessages', { query: sinceHalfAnHour }),
        ...KEPT_BY_CURSOR.flatMap((filter) => [
          call('listMessages', { query: filter }),
          call('listMessages', { query: nextPage(filter), optional: true }),
        ]),
        // What a cursor comes from may be gone from what the filter lets through.
        ...[advance('PT5M'), call('listMessages', { query: sentBy })],
        ...[call('listMessages', { query: inStateOfLast, drawn: asked.drawn, optional: true }), lastIsDelivered],
        call('listMessages', { query: nextPage((drawing) => asked.first(drawing)?.query), optional: true }),
        // Whoever has that domain alone has it on every page.
        granted('email', /^$/, (drawing) => [String(domainId(drawing, -1))]),
        call('listMessages', { manner: 'lesser', query: {} }),
        call('listMessages', { manner: 'lesser', query: nextPage(() => ({})), optional: true }),
      ],
    ]
  }),
  // Posture: what counts today, the quota that staff set, a pause (Endpoints, Email, row 17; Events, point 3).
  script(['getEmailSettings', 'deleteSuppression', 'checkDomain'], (call) => [
    [...ready, call('getEmailSettings'), sent(), sent(), call('getEmailSettings')],
    // Another day begins anew.
    [...ready, ...times(3, () => sent()), call('getEmailSettings'), toSomeDay, call('getEmailSettings')],
    // Somebody else's count does not rise with ours.
    [
      ...[...ready, call('getEmailSettings', { manner: 'neighbour' })],
      ...times(2, () => sent()),
      call('getEmailSettings', { manner: 'neighbour' }),
    ],
    // What comes in is no mail of ours; and a domain that receives goes on, though it is armed again.
    [
      ...receiving(call),
      ...(['getDomain', 'armDomainReceiving'] as const).map((id) => call(id, { parameters: newestDomain })),
      call('getEmailSettings'),
      ...times(2, () => written(({ salt }) => `desk-${salt}`)),
      call('getEmailSettings'),
    ],
    [event('quotaChanges', () => ({ quota: 'daily-email', value: 777 })), call('getEmailSettings')],
    // Nothing goes out while sending is paused, with a key or without; everything else goes on.
    [
      ...pausing(call),
      sent(),
      call('createSendKey', { body: (_, { domainIds: _ids, ...plain }) => plain }),
      ...[byKey, call('checkDomain'), advance('P2D'), call('getEmailSettings'), sent()],
    ],
    bouncedHereAlone(call),
    [
      ...pausing(call),
      // Nobody else's mail is held back with it.
      ...[...domainNextDoor(call), ...times(20, () => nextDoor(sent())), nextDoor(fate('messageDelivered'))],
      call('getEmailSettings', { manner: 'neighbour' }),
      nextDoor(sent()),
      // Only staff lift a pause, not the end of a suppression, nor of all of them.
      ...[call('listSuppressions'), call('deleteSuppression', { intent: 'exotic' }), call('getEmailSettings')],
      ...times(30, () => call('deleteSuppression', { intent: 'exotic', optional: true })),
      ...[call('getEmailSettings'), sent()],
    ],
    // Nobody gets anything more on a day on which as many went out as the quota says, or more than it says by now.
    ...[sent(), byKey].map((another) => [
      ...[...ready, call('createSendKey', { body: (_, { domainIds: _ids, ...plain }) => plain }), sent()],
      call('getEmailSettings'),
      ...[0, 1].flatMap((fewer) => [quotaOfShown(fewer), another]),
    ]),
    // It is the organization's: a key for one domain does not have another one.
    [
      ...[...ready, ...anotherDomain(call), sentFromFirst()],
      call('createSendKey', { body: (drawing, plain) => ({ ...plain, domainIds: [domainId(drawing, -1)] }) }),
      ...[call('getEmailSettings'), quotaOfShown(0), call('getEmailSettings'), byKey, call('getEmailSettings')],
    ],
  ]),
]
