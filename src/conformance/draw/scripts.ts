import type { Area } from '../../contract/areas.ts'
import type { Operation } from '../../contract/operations.ts'
import { rowsOf } from '../rows.ts'
import type { Drawing } from './drawing.ts'
import type { Wish } from './walk.ts'

/** Walks that no single operation suggests. */
export interface Script {
  readonly area: Area
  /** Undefined: an operation they need is left out. */
  readonly walks: (operations: ReadonlyMap<string, Operation>) => Wish[][] | undefined
}

type Calls = (id: string, more?: Partial<Extract<Wish, { kind: 'call' }>>) => Wish

function script(needed: readonly string[], area: Area, write: (call: Calls) => Wish[][]): Script {
  return {
    area,
    walks(operations) {
      if (needed.some((id) => !operations.has(id))) return undefined
      return write((id, more = {}) => ({ kind: 'call', operation: operations.get(id) as Operation, ...more }))
    },
  }
}

const event = (name: string, body: (drawing: Drawing) => unknown): Wish => ({ kind: 'event', event: name, body })
const advance = (by: string): Wish => event('advanceClock', () => ({ by }))
const statusPage: Wish = event('statusPageViewed', ({ vocabulary }) => ({ serviceIds: vocabulary.oncallServices }))
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** The secret of the newest row of an entity, revoked or not. */
const used = (kind: string, entity: string): Wish =>
  event('credentialUsed', ({ shadow }) => {
    const secret = shadow.secrets.findLast(({ from }) => from === entity)?.value
    return secret && { kind, secret }
  })

const firing = (name: string): Wish =>
  event('alertFires', ({ vocabulary, salt }) => {
    const [serviceId] = vocabulary.oncallServices ?? []
    return serviceId && { serviceId, alert: `${name}-${salt}` }
  })

const probe = (outcome: 'ok' | 'fail'): Wish =>
  event('probeResult', ({ shadow }) => {
    const monitor = rowsOf(shadow.world, 'UptimeMonitor').at(-1) as
      | { id: string; vantages?: readonly string[] }
      | undefined
    return monitor && { monitorId: monitor.id, vantage: monitor.vantages?.[0], outcome }
  })

/** The lent service that walks about paging keep to. */
const firstService = ({ vocabulary }: Drawing) => {
  const [id] = vocabulary.oncallServices ?? []
  return id === undefined ? undefined : { id }
}

export const SCRIPTS: readonly Script[] = [
  // A scope names nothing its owner cannot see (Authentication, point 2): somebody else's, for one.
  script(['createUptimeService', 'createToken'], 'tokens', (call) => [
    [
      call('createUptimeService', { manner: 'neighbour' }),
      call('createToken', { body: naming('UptimeService', 'uptime') }),
    ],
  ]),
  // Resolved is terminal, and a resolved incident can still be published about (States, incident table).
  script(['openIncident', 'resolveIncident', 'acknowledgeIncident', 'listIncidents'], 'oncall', (call) => [
    [call('openIncident'), call('resolveIncident'), call('acknowledgeIncident'), call('listIncidents', { query: {} })],
    [call('openIncident'), call('acknowledgeIncident'), call('resolveIncident'), call('listIncidents', { query: {} })],
    [call('openIncident'), call('openIncident'), call('openIncident'), call('listIncidents', { query: {} })],
    [call('openIncident'), call('acknowledgeIncident'), call('acknowledgeIncident')],
    [call('openIncident'), advance('P30D'), call('listIncidents', { query: {} })],
    [...times(101, () => call('openIncident')), call('listIncidents', { query: {} })],
  ]),
  script(['openIncident', 'publishUpdate', 'retractUpdate', 'resolveIncident'], 'oncall', (call) => [
    [call('openIncident'), call('resolveIncident'), call('publishUpdate')],
    [call('openIncident'), call('publishUpdate'), statusPage],
    [call('openIncident'), statusPage],
    [call('openIncident'), call('publishUpdate'), call('retractUpdate'), statusPage],
    [call('openIncident'), call('publishUpdate'), call('publishUpdate'), call('retractUpdate'), statusPage],
  ]),
  script(['acknowledgeIncident', 'resolveIncident', 'listIncidents', 'getIncident'], 'oncall', (call) => [
    [firing('first'), call('listIncidents', { query: {} })],
    [firing('first'), call('acknowledgeIncident'), firing('second'), call('listIncidents', { query: {} })],
    [firing('first'), call('resolveIncident'), firing('second'), call('listIncidents', { query: {} })],
  ]),
  script(['createAlertSource', 'revokeAlertSource'], 'oncall', (call) => [
    [call('createAlertSource'), call('revokeAlertSource'), used('alert-source', 'createAlertSource token')],
  ]),
  script(['createExportToken', 'revokeExportToken'], 'uptime', (call) => [
    [call('createExportToken'), call('revokeExportToken'), used('export-token', 'createExportToken token')],
  ]),
  // What refers to what keeps it from being deleted (On-call 15 and 24; Uptime, row 6).
  script(
    [
      'createSchedule',
      'createEscalationPolicy',
      'deleteSchedule',
      'setServiceEscalationPolicy',
      'deleteEscalationPolicy',
      'listEscalationPolicies',
    ],
    'oncall',
    (call) => [
      [call('createSchedule'), call('createEscalationPolicy', { body: toSchedule }), call('deleteSchedule')],
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
    ],
  ),
  script(['createSchedule', 'addOverride', 'listSchedules', 'removeOverride', 'updateSchedule'], 'oncall', (call) => [
    [call('createSchedule'), call('addOverride', { body: activeNow }), call('listSchedules')],
    [call('createSchedule'), call('addOverride', { body: activeNow }), call('removeOverride'), call('listSchedules')],
    [
      call('createSchedule', { body: twoPeople }),
      call('listSchedules'),
      call('updateSchedule', { body: swapped }),
      call('listSchedules'),
    ],
  ]),
  script(
    [
      'createUptimeService',
      'createMonitor',
      'deleteUptimeService',
      'listUptimeServices',
      'deleteMonitor',
      'listMonitors',
    ],
    'uptime',
    (call) => [
      [
        call('createUptimeService'),
        call('createMonitor', { body: inService }),
        call('deleteUptimeService'),
        call('listMonitors'),
      ],
      [call('createUptimeService'), call('createMonitor', { body: inService }), call('listUptimeServices')],
      [
        call('createUptimeService'),
        call('createMonitor', { body: inService }),
        call('deleteMonitor'),
        call('listUptimeServices'),
      ],
    ],
  ),
  script(['createUptimeService', 'renameUptimeService', 'listUptimeServices'], 'uptime', (call) => [
    [
      call('createUptimeService'),
      call('createUptimeService'),
      call('renameUptimeService', { body: otherName }),
      call('listUptimeServices'),
    ],
  ]),
  // Who is paged (On-call 12 and 19; Events, point 4): a look at the log of pages.
  script(
    [
      'createEscalationPolicy',
      'setServiceEscalationPolicy',
      'openIncident',
      'acknowledgeIncident',
      'savePagingSettings',
    ],
    'oncall',
    (call) => {
      const attached = [
        call('createEscalationPolicy', { body: toMe }),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
      ]
      const open = call('openIncident', { body: onAttached })
      return [
        [
          ...attached,
          call('setServiceEscalationPolicy', { parameters: firstService, body: () => ({ escalationPolicyId: null }) }),
          open,
          pages,
        ],
        [
          ...attached,
          call('savePagingSettings', { body: () => ({ rules: [{ channel: 'email', delaySeconds: 0 }] }) }),
          open,
          pages,
        ],
        [...attached, open, call('acknowledgeIncident'), advance('PT3H'), pages],
        [
          ...attached,
          call('savePagingSettings', { body: () => ({ rules: [{ channel: 'email', delaySeconds: 600 }] }) }),
          open,
          pages,
        ],
      ]
    },
  ),
  script(
    [
      'createEscalationPolicy',
      'setServiceEscalationPolicy',
      'openIncident',
      'savePagingSettings',
      'setProviderCredential',
      'clearProviderCredential',
    ],
    'oncall',
    (call) => [
      [
        call('createEscalationPolicy', { body: toMe }),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        call('setProviderCredential'),
        call('savePagingSettings', {
          body: ({ vocabulary }) => ({ phone: vocabulary.phone, rules: [{ channel: 'sms', delaySeconds: 0 }] }),
        }),
        call('clearProviderCredential'),
        call('openIncident', { body: onAttached }),
        pages,
      ],
    ],
  ),
  // A daily handoff in the schedule's own time zone (On-call 7).
  script(['createSchedule', 'listSchedules'], 'oncall', (call) => [
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
  ]),
  script(['createMonitor', 'listMonitorTransitions', 'listMonitorFailures'], 'uptime', (call) => [
    [call('createMonitor', { body: flappy }), probe('ok'), probe('fail'), probe('ok'), call('listMonitorTransitions')],
    [call('createMonitor', { body: flappy }), probe('fail'), probe('fail'), call('listMonitorFailures')],
    [
      call('createMonitor', { body: flappy }),
      ...times(53, (index) => probe(index % 2 === 0 ? 'ok' : 'fail')),
      call('listMonitorTransitions'),
    ],
  ]),
]

const pages: Wish = event('listPages', ({ shadow }) => {
  const incident = rowsOf(shadow.world, 'OncallIncident').at(-1)
  return incident && { incidentId: incident.id }
})

/** Nine in the morning in Tokyo is midnight in UTC, all year round. */
const HANDOFF = { interval: 'daily', time: '09:00' }
const DAY = 86_400_000

/** So many minutes after the next handoff. */
const toHandoff = (minutes: number): Wish =>
  event('advanceClock', ({ shadow }) => {
    const next = Math.ceil((shadow.world.nowMs + 3_600_000) / DAY) * DAY
    return { by: `PT${Math.round((next + minutes * 60_000 - shadow.world.nowMs) / 1000)}S` }
  })

type Body = (drawing: Drawing, plain: Readonly<Record<string, unknown>>) => unknown

const newest = ({ shadow }: Drawing, entity: string) => rowsOf(shadow.world, entity).at(-1)

const attach: Body = (drawing) => ({ escalationPolicyId: newest(drawing, 'OncallEscalationPolicy')?.id ?? null })
const inService: Body = (drawing, plain) => ({ ...plain, serviceId: newest(drawing, 'UptimeService')?.id })
const toSchedule: Body = (drawing, plain) => {
  const schedule = newest(drawing, 'OncallSchedule')
  return { ...plain, steps: [{ target: { kind: 'schedule', id: schedule?.id, label: 'rota' }, waitSeconds: 300 }] }
}
/** One failure from one place is enough. */
const flappy: Body = (_, plain) => ({
  ...plain,
  enabled: true,
  vantages: [plain.vantages].flat().slice(0, 1),
  downCondition: { confirmations: 1, quorum: 1 },
})
const twoPeople: Body = ({ vocabulary }, plain) => ({
  ...plain,
  participants: (vocabulary.users ?? []).slice(0, 2).map(({ id, label }) => ({ userId: id, label })),
})
const naming =
  (entity: string, service: string): Body =>
  ({ shadow, org }, plain) => {
    const theirs = rowsOf(shadow.world, entity).find((row) => row.org !== org)
    const roles = rowsOf(shadow.world, 'IamRole').filter((row) => row.org === org)
    const role = roles.find((row) => 'service' in row && row.service === service) ?? roles[0]
    return { ...plain, scope: [{ role: role?.id, resourceIds: [theirs?.id] }] }
  }
const otherName: Body = ({ shadow }) => ({
  name: String((rowsOf(shadow.world, 'UptimeService').at(0) as { name?: string } | undefined)?.name),
})
const inTokyo: Body = (drawing, plain) => ({
  ...(twoPeople(drawing, plain) as object),
  timezone: 'Asia/Tokyo',
  handoff: HANDOFF,
})
/** The judge's own main actor, so that their paging settings are known. */
const toMe: Body = ({ contract, vocabulary }, plain) => {
  const [me] = Object.values(contract.profile.actors)
  const user = vocabulary.users?.find(({ id }) => id === me?.user)
  const other = vocabulary.users?.find(({ id }) => id !== me?.user)
  const step = (one: typeof user, waitSeconds: number) =>
    one ? [{ target: { kind: 'user', id: one.id, label: one.label }, waitSeconds }] : []
  return { ...plain, repeat: 1, steps: [...step(user, 600), ...step(other, 600)] }
}
const onAttached: Body = (drawing, plain) => ({ ...plain, serviceId: firstService(drawing)?.id })
const swapped: Body = (drawing) => {
  const schedule = newest(drawing, 'OncallSchedule') as { participants?: readonly unknown[] } | undefined
  return { participants: schedule?.participants?.toReversed() ?? [] }
}
/** Somebody who is not on call by rotation, so that it shows. */
const activeNow: Body = ({ vocabulary, shadow }) => {
  const user = vocabulary.users?.at(-1)
  const at = (hours: number) => new Date(Math.floor(shadow.world.nowMs / 1000) * 1000 + hours * 3_600_000).toISOString()
  return { userId: user?.id, label: user?.label, startsAt: at(-1), endsAt: at(2) }
}
