import type { Drawing } from '../../kit/drawing.ts'
import { NO_URIS } from '../../kit/no-uris.ts'
import { newest, own } from '../../kit/own-rows.ts'
import { PLENTY } from '../../kit/switch.ts'
import type { Goal } from '../../script/goal.ts'
import { goodUntilEnded } from '../../script/good-until-ended.ts'
import { granted } from '../../script/granted.ts'
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
} from '../../script/script.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { HISTORY_SCRIPTS } from './history-scripts.ts'
import { CAUTIOUS, cautious, flappy, fromTwo, HASTY, hasty, probe } from './monitor-goals.ts'
import { intervalNotOffered } from './twists.ts'
import { CHECK_OF } from './values.ts'

/** A monitor in a service; whether a disabled one counts is open. */
const inService: Body = (drawing, plain) => ({
  ...plain,
  enabled: true,
  serviceId: newest(drawing, 'UptimeService')?.id,
})
const httpMonitor: Body = (drawing, { tcp: _tcp, ...plain }) => ({
  ...plain,
  kind: 'http',
  http: CHECK_OF.http(drawing),
})
const nameOfFirst: Body = (drawing) => ({ name: own(drawing, 'UptimeService').at(0)?.name })
const lastService = (drawing: Drawing) => {
  const last = newest(drawing, 'UptimeService')
  return last && { id: last.id }
}
const lastMonitor = (drawing: Drawing) => {
  const last = newest(drawing, 'UptimeMonitor')
  return last && { id: last.id }
}
const EXPORT_TOKEN = 'createExportToken token'
/** A change and a minute, so that no two have the same time; what a confirmation is, and what it takes to be up again, is open. */
const turn = (index: number): Goal[] => [
  probe(index % 2 === 0 ? 'ok' : 'fail', 0, { times: SURELY_ENOUGH }),
  advance('PT1M'),
]
const SURELY_ENOUGH = 3

const monitorsIn = ({ shadow, org }: Drawing): number =>
  rowsOf(shadow.world, 'UptimeMonitor').filter((row) => row.org === org && !row.deleted).length

/** True if the quota was changed so that no place is left. */
const isFull = (drawing: Drawing): boolean =>
  rowsOf(drawing.shadow.world, 'UptimeSettings').some(
    ({ org, monitorQuota = Number.POSITIVE_INFINITY }) => org === drawing.org && monitorQuota <= monitorsIn(drawing),
  )

const ofNewestService = (drawing: Drawing) => {
  const id = newest(drawing, 'UptimeService')?.id
  return id === undefined ? undefined : [id]
}

const MORE_THAN_A_PAGE = 55

export const UPTIME_SCRIPTS: readonly Script[] = [
  // An address that is none is refused in a change as it is in a new monitor (Endpoints, Uptime, rows 8 and 10).
  script(['createMonitor', 'updateMonitor', 'getMonitor'], (call) =>
    NO_URIS.map((url) => [
      call('createMonitor', { body: httpMonitor }),
      call('updateMonitor', {
        body: (drawing) => ({ http: { ...(CHECK_OF.http(drawing) as object), url } }),
        intent: 'broken',
      }),
      call('getMonitor'),
    ]),
  ),
  // A scraper gets in with an export token until it is revoked (Authentication, point 7).
  script(['createExportToken', 'revokeExportToken', 'listExportTokens'], (call) =>
    goodUntilEnded({
      used: (place) => used('export-token', EXPORT_TOKEN, place),
      made: call('createExportToken'),
      ended: call('revokeExportToken'),
      listed: call('listExportTokens'),
    }),
  ),
  // With the address of the metrics in the profile.
  script(['createExportToken', 'revokeExportToken', 'listExportTokens', 'scrapeMetrics'], (call) =>
    goodUntilEnded({
      used: (place) => call('scrapeMetrics', { bearer: (drawing) => secretOf(drawing, EXPORT_TOKEN, place) }),
      made: call('createExportToken'),
      ended: call('revokeExportToken'),
      listed: call('listExportTokens'),
    }),
  ),
  script(['createExportToken', 'revokeExportToken', 'createMonitor', 'deleteMonitor', 'scrapeMetrics'], (call) => {
    const bearer = (drawing: Drawing) => secretOf(drawing, EXPORT_TOKEN)
    const scrape = call('scrapeMetrics', { bearer })
    const token = call('createExportToken')
    const probed = [call('createMonitor', { body: flappy }), probe('ok')]
    return [
      [token, ...probed, scrape, call('listExportTokens')],
      [...probed, ...probed, call('deleteMonitor'), token, scrape],
      // Somebody else's monitor is none of this token's.
      [call('createMonitor', { manner: 'neighbour', body: flappy }), token, ...probed, scrape],
      // Nor are ours theirs, though we have just asked.
      [
        ...[token, call('createExportToken', { manner: 'neighbour' }), ...probed, advance('PT1M')],
        ...[-2, -1].map((place) =>
          call('scrapeMetrics', { bearer: (drawing) => secretOf(drawing, EXPORT_TOKEN, place) }),
        ),
      ],
      [token, call('revokeExportToken'), call('scrapeMetrics', { bearer, intent: 'broken' })],
      [call('scrapeMetrics', { bearer: ({ salt }) => `no-token-${salt}`, intent: 'broken' })],
    ]
  }),
  script(
    [
      'createUptimeService',
      'createMonitor',
      'deleteUptimeService',
      'listUptimeServices',
      'deleteMonitor',
      'listMonitors',
    ],
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
        call('listUptimeServices'),
        call('deleteMonitor'),
        call('listUptimeServices'),
      ],
    ],
  ),
  // The count is of all there are, however many somebody looks at in one go (row 3).
  script(['createUptimeService', 'createMonitor', 'listUptimeServices'], (call) => [
    [
      ...[event('quotaChanges', () => ({ quota: 'monitors', value: PLENTY })), call('createUptimeService')],
      ...times(MORE_THAN_A_PAGE, () => call('createMonitor', { body: inService })),
      call('listUptimeServices'),
    ],
  ]),
  script(['createUptimeService', 'renameUptimeService', 'listUptimeServices'], (call) => [
    [
      call('createUptimeService'),
      call('createUptimeService'),
      call('renameUptimeService', { parameters: lastService, body: nameOfFirst, intent: 'broken' }),
      call('listUptimeServices'),
    ],
  ]),
  // Newest first, at most 50, and every change of state that was seen is among them (Endpoints, Uptime, rows 13 and 14).
  script(
    [
      'createMonitor',
      'updateMonitor',
      'getMonitor',
      'listMonitorTransitions',
      'listMonitorFailures',
      'getMonitorMetrics',
    ],
    (call) => [
      [
        call('createMonitor', { body: flappy }),
        probe('ok'),
        call('getMonitor'),
        advance('PT1M'),
        probe('fail'),
        call('getMonitor'),
        advance('PT1M'),
        probe('ok'),
        call('listMonitorTransitions'),
      ],
      [
        call('createMonitor', { body: flappy }),
        probe('fail'),
        advance('PT1M'),
        probe('fail'),
        call('listMonitorFailures'),
      ],
      [
        call('createMonitor', { body: fromTwo }),
        ...[1, 0, 1].flatMap((place) => [probe('fail', place), advance('PT1M')]),
        call('listMonitorFailures'),
      ],
      // Not down for a few failures, nor for many from one place alone (Resources, UptimeMonitor).
      [
        call('createMonitor', { body: cautious }),
        probe('fail', 0),
        probe('fail', 1),
        call('getMonitor'),
        ...times(4, () => probe('fail', 0)),
        call('getMonitor'),
      ],
      // A condition counts from its change on, not as it was at first.
      ...([cautious, hasty] as const).map((first) => [
        call('createMonitor', { body: first }),
        call('updateMonitor', {
          parameters: lastMonitor,
          body: () => ({ downCondition: first === cautious ? HASTY : CAUTIOUS }),
        }),
        ...times(2, () => [probe('ok', 0), probe('ok', 1)]).flat(),
        ...times(3, () => [probe('fail', 0), probe('fail', 1), call('getMonitor')]).flat(),
      ]),
      // Up where everything succeeds for long, down where everything fails (States, monitor state).
      [
        call('createMonitor', { body: hasty }),
        ...(['ok', 'fail', 'ok'] as const).flatMap((outcome) => [
          ...times(3, () => [probe(outcome, 0), probe(outcome, 1)]).flat(),
          call('getMonitor'),
        ]),
      ],
      // Series by vantage, once there is data (row 12).
      [
        call('createMonitor', { body: fromTwo }),
        probe('ok', 0),
        probe('ok', 1),
        advance('PT10M'),
        call('getMonitorMetrics', { query: { window: '1h' } }),
      ],
      // Samples before the window are not in it.
      [
        call('createMonitor', { body: flappy }),
        probe('ok'),
        advance('PT4H'),
        probe('ok'),
        advance('PT1M'),
        call('getMonitorMetrics', { query: { window: '1h' } }),
      ],
      [
        call('createMonitor', { body: flappy }),
        ...times(52, turn).flat(),
        call('listMonitorTransitions'),
        // One more, seen in the monitor before and after.
        call('getMonitor'),
        ...turn(0),
        call('getMonitor'),
        call('listMonitorTransitions'),
      ],
    ],
  ),
  // Probes count whether or not there is anywhere to keep what was measured (row 12).
  script(['createMonitor', 'getMonitor', 'listMonitorFailures'], (call) => [
    [
      call('createMonitor', { body: hasty }),
      ...[probe('ok', 0), probe('ok', 1)],
      event('metricsAvailability', () => ({ available: false })),
      ...times(3, () => [probe('fail', 0), probe('fail', 1)]).flat(),
      event('metricsAvailability', () => ({ available: true })),
      ...[call('getMonitor'), call('listMonitorFailures')],
    ],
  ]),
  ...HISTORY_SCRIPTS,
  // Immutable, whether the change is refused or passed over, with the check that would go with it, alone, or by the check alone (row 10).
  script(['createMonitor', 'updateMonitor', 'getMonitor'], (call) => {
    const made = call('createMonitor', { body: httpMonitor })
    const change = (body: Body) => call('updateMonitor', { body, intent: 'exotic' })
    return [
      [made, change((drawing) => ({ kind: 'tcp', tcp: CHECK_OF.tcp(drawing) })), call('getMonitor')],
      [made, change(() => ({ kind: 'tcp' })), call('getMonitor')],
      [made, change((drawing) => ({ tcp: CHECK_OF.tcp(drawing) })), call('getMonitor')],
      [made, change(() => ({ kind: 'http' }))],
    ]
  }),
  // The check of a monitor can be changed like the rest of it, alone and beside something else (row 10).
  script(['createMonitor', 'updateMonitor', 'getMonitor'], (call) =>
    (['http', 'tcp'] as const).flatMap((kind) => {
      const made = call('createMonitor', {
        body: (drawing, { http: _http, tcp: _tcp, ...plain }) => ({ ...plain, kind, [kind]: CHECK_OF[kind](drawing) }),
      })
      const change = (more: Item) =>
        call('updateMonitor', { body: (drawing) => ({ ...more, [kind]: CHECK_OF[kind](drawing) }) })
      return [{}, { enabled: false }].map((more) => [made, change(more), call('getMonitor'), call('listMonitors')])
    }),
  ),
  // Before the relay: it hides what the backend would refuse (row 8).
  script(['createMonitor'], (call) => [
    [
      event('quotaChanges', () => ({ quota: 'monitors', value: 0 })),
      call('createMonitor', { body: intervalNotOffered.body, intent: 'broken' }),
      event('quotaChanges', () => ({ quota: 'monitors', value: PLENTY })),
    ],
  ]),
  // It is the organization's quota, however few of its monitors somebody sees (Limits).
  script(['createUptimeService', 'createMonitor', 'listMonitors'], (call) => [
    [
      ...[call('createMonitor'), call('createUptimeService'), granted('uptime', /^$/, ofNewestService)],
      event('quotaChanges', (drawing) => ({ quota: 'monitors', value: monitorsIn(drawing) })),
      call('createMonitor', {
        ...{ manner: 'lesser', intent: 'broken' },
        body: (drawing, plain) =>
          isFull(drawing) ? { ...plain, serviceId: newest(drawing, 'UptimeService')?.id } : undefined,
      }),
      ...[call('listMonitors'), event('quotaChanges', () => ({ quota: 'monitors', value: PLENTY }))],
    ],
  ]),
  // Each window by name (row 12).
  script(['createMonitor', 'getMonitorMetrics'], (call) => [
    [call('createMonitor'), ...['1h', '24h', '7d'].map((window) => call('getMonitorMetrics', { query: { window } }))],
  ]),
]
