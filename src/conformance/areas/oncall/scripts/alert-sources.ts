import type { Drawing } from '../../../kit/drawing.ts'
import { newest, own } from '../../../kit/own-rows.ts'
import type { CallGoal, Goal, Walk } from '../../../script/goal.ts'
import { goodUntilEnded } from '../../../script/good-until-ended.ts'
import { remembered } from '../../../script/remembered.ts'
import { type Body, type Call, type Script, script, secretOf, times, used } from '../../../script/script.ts'
import { posted } from '../alerts/posted.ts'
import { firstService, secondService } from './first-service.ts'
import { attach } from './schedules.ts'

const TOKEN = 'createAlertSource token'
const bearer = (drawing: Drawing) => secretOf(drawing, TOKEN)
const source = (drawing: Drawing) => {
  const id = newest(drawing, 'OncallAlertSource')?.id
  return id === undefined ? undefined : { id }
}
const sourceAt = (place: number) => (drawing: Drawing) => {
  const id = own(drawing, 'OncallAlertSource').at(place)?.id
  return id === undefined ? undefined : { id }
}
const firstSource = sourceAt(0)
const newestIncident = (drawing: Drawing) => {
  const id = newest(drawing, 'OncallIncident')?.id
  return id === undefined ? undefined : { id }
}
/** Every source reports about the service of the first. */
const forTheSameService: Body = (drawing, plain) => ({
  ...plain,
  serviceId: newest(drawing, 'OncallAlertSource')?.serviceId ?? plain.serviceId,
})

/** Sources of one name, for different services. */
const namesakeFor =
  (service: (drawing: Drawing) => { readonly id: string } | undefined): Body =>
  (drawing, plain) => {
    const serviceId = service(drawing)?.id
    return serviceId === undefined ? undefined : { ...plain, name: `namesake-${drawing.salt}`, serviceId }
  }

/** An alert that is of the first service by its own account. */
const ofFirstByLabel: Body = (drawing) => {
  const id = firstService(drawing)?.id
  return id && posted(drawing, ['two'], [], { labels: { service: id, service_id: id, serviceId: id } })
}

/** Two alerts of one rule, told apart by where they fire. */
const ofOneRule: Body = (drawing) => {
  const { alerts, ...group } = posted(drawing, ['one', 'two'])
  const places = alerts.map((alert) => ({
    ...alert,
    labels: { ...alert.labels, alertname: `rule-${drawing.salt}`, instance: alert.fingerprint },
  }))
  return { ...group, alerts: places }
}

/** More than fit into a list that is cut at ten, or at twenty. */
const MANY_ALERTS = 24
const MANY_REVOKED = 10

/** The same alert, of which each organization is told something else. */
const saying =
  (whose: string): Body =>
  (drawing) =>
    posted(drawing, ['shared'], [], { told: `${whose} by ${drawing.salt}` })

const oneEnded: Body = (drawing) => posted(drawing, [], ['one'])
const oneFiring: Body = (drawing) => posted(drawing, ['one'])

function untilRevoked(call: Call, body: Body, between: readonly Goal[] = []): Walk {
  const { first, drawn } = remembered()
  return [
    call('createAlertSource'),
    call('receiveAlerts', { bearer, parameters: source, body: oneFiring, drawn }),
    call('revokeAlertSource', { parameters: (drawing) => first(drawing)?.parameters }),
    ...between,
    call('receiveAlerts', {
      bearer: (drawing) => first(drawing)?.bearer,
      parameters: (drawing) => first(drawing)?.parameters,
      body,
      intent: 'broken',
    }),
    call('listIncidents', { query: {} }),
  ]
}

/** However many were revoked since. */
const untilManyRevoked = (call: Call): Walk =>
  untilRevoked(
    call,
    oneFiring,
    times(MANY_REVOKED, () => [call('createAlertSource'), call('revokeAlertSource')]).flat(),
  )

/** Alerts that fire, told by the newest source. */
const delivering =
  (call: Call) =>
  (...alerts: string[]): Goal =>
    call('receiveAlerts', { bearer, parameters: source, body: (drawing) => posted(drawing, alerts) })

const looks = (call: Call): Goal[] => [call('listIncidents', { query: {} }), call('getIncident')]

/** Told by the newest source but one: an alert that fires at the newest too is over, fires again and is over again. */
function overTwice(call: Call, alert: string, more: Pick<CallGoal, 'manner' | 'parameters'>, look: Goal): Goal[] {
  const bearerBefore = (drawing: Drawing) => secretOf(drawing, TOKEN, -2)
  const tell = (firing: readonly string[], ended: readonly string[] = []) =>
    call('receiveAlerts', { ...more, bearer: bearerBefore, body: (drawing) => posted(drawing, firing, ended) })
  return [tell([], [alert]), look, tell([alert]), tell([], [alert]), look]
}

function ofTwoServices(call: Call): Walk[] {
  const [deliver, look] = [delivering(call), looks(call)]
  return [
    // Each source is bound to its own service, whatever it is called, and whatever its alerts say of themselves.
    [
      ...[firstService, secondService].map((service) => call('createAlertSource', { body: namesakeFor(service) })),
      deliver('one'),
      ...look,
      call('receiveAlerts', { bearer, parameters: source, body: ofFirstByLabel }),
      ...look,
    ],
    // Also where both page the same people.
    [
      call('createEscalationPolicy'),
      ...[firstService, secondService].map((service) =>
        call('setServiceEscalationPolicy', { parameters: service, body: attach }),
      ),
      call('createAlertSource', { body: namesakeFor(firstService) }),
      ...[deliver('one'), ...look],
      call('createAlertSource', { body: namesakeFor(secondService) }),
      ...[deliver('two'), ...look],
    ],
    // What fires for one service says nothing of the other, though it is the same alert.
    ...[[], [deliver('two'), ...look, call('resolveIncident', { parameters: newestIncident })]].map((before) => [
      ...[call('createAlertSource', { body: namesakeFor(firstService) }), deliver('one'), ...look],
      ...[call('createAlertSource', { body: namesakeFor(secondService) }), ...before, deliver('one'), ...look],
    ]),
    // Nor does its end, whichever of them it fired for first.
    [
      ...[firstService, secondService].flatMap((service) => [
        call('createAlertSource', { body: namesakeFor(service) }),
        deliver('one'),
      ]),
      ...overTwice(call, 'one', { parameters: sourceAt(-2) }, call('listIncidents', { query: {} })),
    ],
  ]
}

/** Two that are told of at the same time both attach: to what is in hand, or to what the first of them opens. */
function atTheSameTime(call: Call, made: Goal): Walk[] {
  const [deliver, look] = [delivering(call), looks(call)]
  const both = [withNext(deliver('two')), deliver('three'), ...look]
  const before: Goal[][] = [
    [deliver('one'), call('acknowledgeIncident', { parameters: newestIncident, intent: 'exotic' })],
    [deliver('one'), call('resolveIncident', { parameters: newestIncident })],
    [],
  ]
  return before.map((goals) => [made, ...goals, ...both])
}

/** Deliveries by those who are no source, or none any more, or another one. */
function notLetIn(call: Call, made: Goal): Walk[] {
  return [
    // A source that was good until it was revoked.
    ...[oneFiring, oneEnded].map((body) => untilRevoked(call, body)),
    untilManyRevoked(call),
    // A delivery is half on its way when its source is revoked (On-call, 17).
    [
      made,
      call('revokeAlertSource', { parameters: source, duringNext: true }),
      call('receiveAlerts', { bearer, parameters: source, body: oneFiring, intent: 'broken' }),
      call('listIncidents', { query: {} }),
    ],
    // The token of one source is none at the door of another.
    [
      made,
      made,
      call('receiveAlerts', { bearer, parameters: firstSource, body: oneFiring, intent: 'broken' }),
      call('listIncidents', { query: {} }),
    ],
    [
      made,
      call('receiveAlerts', {
        bearer: ({ salt }) => `no-token-${salt}`,
        parameters: source,
        body: oneFiring,
        intent: 'broken',
      }),
      call('listIncidents', { query: {} }),
    ],
  ]
}

const withNext = (goal: Goal): Goal => (goal.kind === 'call' ? { ...goal, withNext: true } : goal)

export const ALERT_SOURCE_SCRIPTS: readonly Script[] = [
  // A source is let in with its token until it is revoked (Authentication, point 6).
  script(['createAlertSource', 'revokeAlertSource', 'listAlertSources'], (call) =>
    goodUntilEnded({
      used: (place) => used('alert-source', TOKEN, place),
      made: call('createAlertSource'),
      ended: call('revokeAlertSource'),
      listed: call('listAlertSources'),
    }),
  ),
  // With the address of alert deliveries in the profile: alerts open incidents and join them (Events, point 4).
  script(['createAlertSource', 'revokeAlertSource', 'receiveAlerts', 'listIncidents', 'getIncident'], (call) => {
    const made = call('createAlertSource', { body: forTheSameService })
    const [deliver, look] = [delivering(call), looks(call)]
    const byHand = call('openIncident', { body: forTheSameService })
    return [
      [made, deliver('one'), ...look, call('listAlertSources')],
      [made, deliver('one', 'two'), ...look],
      [made, call('receiveAlerts', { bearer, parameters: source, body: ofOneRule }), ...look],
      [made, deliver('one'), made, deliver('two'), ...look],
      // Of a group that fires some may have ended: each alert says that of itself.
      [
        ...[made, deliver('one', 'two')],
        call('receiveAlerts', { bearer, parameters: source, body: (drawing) => posted(drawing, ['three'], ['two']) }),
        // To look at it changes nothing.
        ...[...look, call('getIncident')],
      ],
      // Two organizations may have the same alert, and each is shown what it was told itself (On-call 13).
      [
        call('createOncallService', { manner: 'neighbour' }),
        ...(['neighbour', 'plain'] as const).flatMap((manner) => [
          call('createAlertSource', { manner }),
          call('receiveAlerts', { manner, bearer, body: saying(manner) }),
        ]),
        ...(['plain', 'neighbour'] as const).map((manner) => call('getIncident', { manner })),
        // Nor does its end reach the other one, whichever was told of it first.
        ...overTwice(call, 'shared', { manner: 'neighbour' }, call('listIncidents', { query: {} })),
      ],
      [made, deliver('one'), call('resolveIncident'), deliver('two'), ...look],
      // Alerts keep attaching while somebody has it in hand (the same).
      [
        ...[call('createAlertSource', { body: namesakeFor(firstService) }), deliver('one'), ...look],
        ...[call('acknowledgeIncident', { parameters: newestIncident }), deliver('two'), ...look],
      ],
      ...ofTwoServices(call),
      ...atTheSameTime(call, made),
      // However long ago it began (the same).
      ...[8, 50].map((hoursAgo) => [
        made,
        call('receiveAlerts', {
          ...{ bearer, parameters: source },
          body: (drawing) => posted(drawing, ['one'], [], { hoursAgo }),
        }),
        ...look,
      ]),
      // However many fire at once, each attaches (the same).
      [made, deliver(...times(MANY_ALERTS, (place) => `one-of-many-${place}`)), ...look],
      // One that somebody opened by hand, beside one with an alert that ends (States, incident).
      [
        ...[made, byHand, byHand, deliver('one'), ...look],
        call('receiveAlerts', { bearer, parameters: source, body: (drawing) => posted(drawing, [], ['one']) }),
        ...look,
      ],
      // The end of something whose beginning nobody told; whether that is taken is open.
      [
        made,
        call('receiveAlerts', {
          ...{ bearer, parameters: source, intent: 'exotic' },
          body: (drawing) => posted(drawing, [], ['unheard']),
        }),
        ...[deliver('one'), ...look],
      ],
      ...notLetIn(call, made),
    ]
  }),
]
