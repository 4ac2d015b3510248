import { type Drawing, isoTime } from '../../../kit/drawing.ts'
import { newest, own } from '../../../kit/own-rows.ts'
import type { Goal } from '../../../script/goal.ts'
import { remembered } from '../../../script/remembered.ts'
import { advance, type Body, type Call, event, type Script, script, times } from '../../../script/script.ts'
import { firstService, ofFirstService, secondService } from './first-service.ts'

export const attach: Body = (drawing) => ({ escalationPolicyId: newest(drawing, 'OncallEscalationPolicy')?.id ?? null })
const policyAt = (place: number) => (drawing: Drawing) => {
  const policy = own(drawing, 'OncallEscalationPolicy').at(place)
  return policy && { id: policy.id }
}
const toSchedule: Body = (drawing, plain) => {
  const schedule = newest(drawing, 'OncallSchedule')
  return { ...plain, steps: [{ target: { kind: 'schedule', id: schedule?.id, label: 'rota' }, waitSeconds: 300 }] }
}
/** The same beside a person, before them or after. */
const besideAPerson =
  (place: 'before' | 'after'): Body =>
  (drawing, plain) => {
    const [[user], schedule] = [drawing.vocabulary.users ?? [], newest(drawing, 'OncallSchedule')]
    if (!user || !schedule) return undefined
    const [someone, rota] = [
      { target: { kind: 'user', id: user.id, label: user.label }, waitSeconds: 300 },
      { target: { kind: 'schedule', id: schedule.id, label: 'rota' }, waitSeconds: 300 },
    ]
    return { ...plain, steps: place === 'before' ? [rota, someone] : [someone, rota] }
  }
const people =
  (most: number): Body =>
  ({ vocabulary }, plain) => ({
    ...plain,
    participants: (vocabulary.users ?? []).slice(0, most).map(({ id, label }) => ({ userId: id, label })),
  })
export const twoPeople = people(2)
const ofOneName: Body = ({ salt }, plain) => ({ ...plain, name: `namesake-${salt}` })
const namesake: Body = (drawing, plain) => ({ ...Object(twoPeople(drawing, plain)), name: `namesake-${drawing.salt}` })
const scheduleAt = (place: number) => (drawing: Drawing) => {
  const schedule = own(drawing, 'OncallSchedule').at(place)
  return schedule && { id: schedule.id }
}
const newestSchedule = scheduleAt(-1)

/** The same override, to the millisecond, on each of the two newest schedules. */
function onBoth(call: Call): Goal[] {
  const { first, drawn } = remembered()
  return [
    call('addOverride', { parameters: scheduleAt(-2), body: activeNow, drawn }),
    call('addOverride', { parameters: newestSchedule, body: (drawing) => first(drawing)?.body }),
  ]
}
const swapped: Body = (drawing) => {
  const schedule = newest(drawing, 'OncallSchedule')
  return { participants: schedule?.participants.toReversed() ?? [] }
}
/** An override for one of the users between two moments, so many hours from now, as clocks so many hours ahead show them. */
const between =
  (from: number, to: number, place: number, ahead = 0): Body =>
  ({ vocabulary, shadow }) => {
    const user = vocabulary.users?.at(place)
    const at = (hours: number) => asShownAhead(shadow.world.nowMs + hours * 3_600_000, ahead)
    return { userId: user?.id, label: user?.label, startsAt: at(from), endsAt: at(to) }
  }
function asShownAhead(ms: number, ahead: number): string {
  if (ahead === 0) return isoTime(ms)
  const zone = `${ahead < 0 ? '-' : '+'}${String(Math.abs(ahead)).padStart(2, '0')}:00`
  return isoTime(ms + ahead * 3_600_000).replace(/\.000Z$/, zone)
}
/** For somebody who is not on call by rotation, so that it shows. */
export const activeNow = between(-1, 2, -1)
/** For somebody else, next week. */
const planned = between(160, 170, 0)

/** Hours that the clocks of other time zones are ahead. */
const OFFSETS = [5, -5]

/** Nine in the morning in Tokyo is midnight in UTC, all year round. */
const HANDOFF = { interval: 'daily', time: '09:00' }
const DAY = 86_400_000

/** This many minutes after the next handoff. */
const toHandoff = (minutes: number): Goal =>
  event('advanceClock', ({ shadow }) => {
    const next = Math.ceil((shadow.world.nowMs + 3_600_000) / DAY) * DAY
    return { by: `PT${Math.round((next + minutes * 60_000 - shadow.world.nowMs) / 1000)}S` }
  })

/** Noon in UTC, three hours away from the handoffs below, at whatever time of day the run began. */
const toNoon: Goal = event('advanceClock', ({ shadow }) => {
  const sinceNoon = (shadow.world.nowMs + DAY / 2) % DAY
  return { by: `PT${Math.ceil((DAY - sinceNoon) / 1000)}S` }
})

const HOUR = DAY / 24
const toFullHour: Goal = event('advanceClock', ({ shadow }) => ({
  by: `PT${Math.ceil((HOUR - (shadow.world.nowMs % HOUR)) / 1000)}S`,
}))

const inTokyo: Body = (drawing, plain) => ({
  ...(twoPeople(drawing, plain) as object),
  timezone: 'Asia/Tokyo',
  handoff: HANDOFF,
})
/** Nine in the evening there is noon in UTC. */
const inTokyoAtNight: Body = (drawing, plain) => ({
  ...Object(inTokyo(drawing, plain)),
  handoff: { ...HANDOFF, time: '21:00' },
})
const weeklyOn =
  (dow: number): Body =>
  (drawing, plain) => ({
    // Of two, the next and the one before are the same.
    ...Object(people(3)(drawing, plain)),
    timezone: 'UTC',
    handoff: { interval: 'weekly', dow, time: '09:00' },
  })
const weekly = weeklyOn(1)
/** Numbers that days have whether they are counted from nought or from one. */
const DAYS_OF_WEEK = [1, 2, 3, 4, 5, 6]

const daily: Body = (drawing, plain) => ({
  ...(twoPeople(drawing, plain) as object),
  timezone: 'UTC',
  handoff: { interval: 'daily', time: '09:00' },
})

/** A rotation of the first person that the profile names. */
const ofOneOfUs =
  (more: Readonly<Record<string, unknown>>): Body =>
  ({ vocabulary }, { name }) => {
    const [user] = vocabulary.users ?? []
    return user && { name, participants: [{ userId: user.id, label: user.label }], ...more }
  }

export const SCHEDULE_SCRIPTS: readonly Script[] = [
  // References prevent deletion (On-call 15 and 24; Uptime, row 6).
  script(
    [
      'createSchedule',
      'createEscalationPolicy',
      'deleteSchedule',
      'setServiceEscalationPolicy',
      'deleteEscalationPolicy',
      'listEscalationPolicies',
    ],
    (call) => [
      [call('createSchedule'), call('createEscalationPolicy', { body: toSchedule }), call('deleteSchedule')],
      ...(['before', 'after'] as const).map((place) => [
        call('createSchedule'),
        call('createEscalationPolicy', { body: besideAPerson(place) }),
        call('deleteSchedule'),
      ]),
      // Another policy still does.
      [
        ...[call('createSchedule'), ...times(2, () => call('createEscalationPolicy', { body: toSchedule }))],
        ...[call('deleteEscalationPolicy', { parameters: policyAt(-1) }), call('deleteSchedule')],
      ],
      [
        call('createEscalationPolicy'),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        call('deleteEscalationPolicy'),
      ],
      [
        call('createEscalationPolicy'),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        call('listEscalationPolicies'),
      ],
      [
        call('createEscalationPolicy'),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        call('setServiceEscalationPolicy', { parameters: firstService, body: () => ({ escalationPolicyId: null }) }),
        call('deleteEscalationPolicy'),
      ],
      // Whatever incident the service has, its policy can be changed, taken away, given back and, once nobody has it, deleted.
      ...[[], [call('acknowledgeIncident')], [call('resolveIncident')]].map((further) => [
        call('createEscalationPolicy'),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        ...[call('openIncident', { body: ofFirstService }), ...further, call('updateEscalationPolicy')],
        call('setServiceEscalationPolicy', { parameters: firstService, body: () => ({ escalationPolicyId: null }) }),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        call('setServiceEscalationPolicy', { parameters: firstService, body: () => ({ escalationPolicyId: null }) }),
        ...[call('deleteEscalationPolicy'), call('listEscalationPolicies')],
      ]),
      // Who names no policy has not asked for none.
      [
        ...[
          call('createEscalationPolicy'),
          call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        ],
        call('setServiceEscalationPolicy', { parameters: firstService, body: () => ({}), intent: 'broken' }),
        call('listEscalationPolicies'),
      ],
      // One of two services is enough, whichever it is.
      ...[firstService, secondService].map((detached) => [
        call('createEscalationPolicy'),
        ...[firstService, secondService].map((parameters) =>
          call('setServiceEscalationPolicy', { parameters, body: attach }),
        ),
        call('listEscalationPolicies'),
        call('setServiceEscalationPolicy', { parameters: detached, body: () => ({ escalationPolicyId: null }) }),
        call('deleteEscalationPolicy'),
        call('listEscalationPolicies'),
      ]),
      // A service that gets another policy leaves the one before.
      [
        ...times(2, () => [
          call('createEscalationPolicy'),
          call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        ]).flat(),
        call('listEscalationPolicies'),
        ...[-1, -2].map((place) => call('deleteEscalationPolicy', { parameters: policyAt(place) })),
      ],
      // Each service has its own: neither policy can go, and then the one that nobody has any more can.
      [
        ...[firstService, secondService].flatMap((parameters) => [
          call('createEscalationPolicy'),
          call('setServiceEscalationPolicy', { parameters, body: attach }),
        ]),
        ...[-1, -2].map((place) => call('deleteEscalationPolicy', { parameters: policyAt(place) })),
        call('setServiceEscalationPolicy', { parameters: firstService, body: () => ({ escalationPolicyId: null }) }),
        ...[-1, -2].map((place) => call('deleteEscalationPolicy', { parameters: policyAt(place) })),
        call('listEscalationPolicies'),
      ],
    ],
  ),
  // In one of these ways every target takes one (On-call 7).
  script(['createSchedule', 'listSchedules'], (call) => [
    [
      ...['UTC', 'Europe/Berlin'].flatMap((timezone) =>
        ['08:00', '08:00:00'].map((time) =>
          call('createSchedule', {
            body: ofOneOfUs({ timezone, handoff: { interval: 'daily', time } }),
            intent: 'exotic',
          }),
        ),
      ),
      call('listSchedules'),
    ],
  ]),
  script(['createSchedule', 'addOverride', 'listSchedules', 'removeOverride', 'updateSchedule'], (call) => [
    [call('createSchedule'), call('addOverride', { body: activeNow }), call('listSchedules')],
    // Each schedule has its own, also where another has the same.
    [
      ...[call('createSchedule'), call('createSchedule'), ...onBoth(call), call('listSchedules')],
      ...[call('removeOverride'), call('listSchedules')],
    ],
    // Whatever is planned beside it, before or after (On-call 22).
    ...[
      [activeNow, planned],
      [planned, activeNow],
      [planned, activeNow, planned],
    ].map((bodies) => [
      call('createSchedule', { body: twoPeople }),
      ...bodies.map((body) => call('addOverride', { body })),
      call('listSchedules'),
    ]),
    // On the one that it is for, though another is called the same.
    [
      ...times(2, () => call('createSchedule', { body: namesake, intent: 'exotic' })),
      call('addOverride', { body: activeNow, parameters: newestSchedule }),
      call('listSchedules'),
    ],
    // Also where that is somebody else's.
    [
      call('createSchedule', { manner: 'neighbour', body: ofOneName, intent: 'exotic' }),
      call('createSchedule', { body: namesake, intent: 'exotic' }),
      call('addOverride', { body: activeNow, parameters: newestSchedule }),
      ...[call('listSchedules', { manner: 'neighbour' }), call('listSchedules')],
    ],
    // The same moments, written in other time zones; not every target takes them so.
    ...OFFSETS.flatMap((offset) =>
      [
        [-1, 2],
        [3, 6],
        [-6, -3],
      ].map(([from = 0, to = 0]) => [
        call('createSchedule', { body: twoPeople }),
        call('addOverride', { body: between(from, to, -1, offset), intent: 'exotic' }),
        call('listSchedules'),
      ]),
    ),
    // Time-bounded: past its end the rotation holds (On-call 22).
    [call('createSchedule'), call('addOverride', { body: activeNow }), advance('PT3H'), call('listSchedules')],
    // To the minute, at whatever minute it begins.
    ...[1, 6].map((minutes) => [
      ...[call('createSchedule', { body: twoPeople }), toFullHour],
      call('addOverride', { body: between(minutes / 60, (minutes + 3) / 60, -1) }),
      ...[advance(`PT${minutes * 60 + 90}S`), call('listSchedules')],
    ]),
    // By name alone: the zone stays where it is (On-call 14).
    [
      call('createSchedule', { body: inTokyo }),
      call('updateSchedule', { body: ({ salt }) => ({ name: `new-${salt}` }) }),
    ],
    [
      call('createSchedule', { body: twoPeople }),
      call('listSchedules'),
      call('updateSchedule', { body: swapped }),
      call('listSchedules'),
    ],
  ]),
  // A weekly handoff does not come every day (On-call 7).
  script(['createSchedule', 'listSchedules'], (call) => [
    [
      call('createSchedule', { body: weekly }),
      toNoon,
      call('listSchedules'),
      ...times(2, () => [advance('P1D'), call('listSchedules')]).flat(),
    ],
    // But it does come every week: on whichever day somebody takes over, there is a look more than a week later.
    [
      ...DAYS_OF_WEEK.map((dow) => call('createSchedule', { body: weeklyOn(dow) })),
      toNoon,
      call('listSchedules'),
      ...[...times(7, () => 'P1D'), 'P3DT12H', 'P3DT17H'].flatMap((by) => [advance(by), call('listSchedules')]),
    ],
    // Nor does it come every day beside one that does, and is otherwise the same; neither does that one wait for it.
    ...[
      [weekly, daily],
      [daily, weekly],
    ].map((both) => [
      ...both.map((body) => call('createSchedule', { body })),
      toNoon,
      call('listSchedules'),
      ...times(4, () => [advance('P1D'), call('listSchedules')]).flat(),
    ]),
  ]),
  // A daily handoff in the schedule's own time zone (On-call 7).
  script(['createSchedule', 'listSchedules'], (call) => [
    [
      call('createSchedule', { body: inTokyo }),
      toHandoff(-10),
      call('listSchedules'),
      advance('PT20M'),
      call('listSchedules'),
    ],
    [
      call('createSchedule', { body: inTokyo }),
      toHandoff(30),
      call('listSchedules'),
      advance('PT20H'),
      call('listSchedules'),
    ],
    // As it is now, not as it was made (On-call 14).
    ...[[daily, { timezone: 'Asia/Tokyo' }] as const, [inTokyoAtNight, { handoff: HANDOFF }] as const].map(
      ([body, changed]) => [
        call('createSchedule', { body }),
        call('updateSchedule', { body: () => changed }),
        toHandoff(30),
        call('listSchedules'),
        advance('PT20H'),
        call('listSchedules'),
      ],
    ),
    // The same time of day comes in one zone and not yet in the other.
    ...[
      [inTokyo, daily],
      [daily, inTokyo],
    ].map((both) => [
      ...both.map((body) => call('createSchedule', { body })),
      toNoon,
      call('listSchedules'),
      ...['PT11H', 'PT2H', 'PT11H'].flatMap((by) => [advance(by), call('listSchedules')]),
    ]),
  ]),
]
