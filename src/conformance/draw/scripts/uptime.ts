import { rowsOf } from '../../rows.ts'
import type { Wish } from '../walk.ts'
import { type Body, event, newest, type Script, script, times, used } from './script.ts'

const probe = (outcome: 'ok' | 'fail'): Wish =>
  event('probeResult', ({ shadow }) => {
    const monitor = rowsOf(shadow.world, 'UptimeMonitor').at(-1) as
      | { id: string; vantages?: readonly string[] }
      | undefined
    return monitor && { monitorId: monitor.id, vantage: monitor.vantages?.[0], outcome }
  })

const inService: Body = (drawing, plain) => ({ ...plain, serviceId: newest(drawing, 'UptimeService')?.id })
/** One failure from one place is enough. */
const flappy: Body = (_, plain) => ({
  ...plain,
  enabled: true,
  vantages: [plain.vantages].flat().slice(0, 1),
  downCondition: { confirmations: 1, quorum: 1 },
})
const otherName: Body = ({ shadow }) => ({
  name: String((rowsOf(shadow.world, 'UptimeService').at(0) as { name?: string } | undefined)?.name),
})

export const UPTIME_SCRIPTS: readonly Script[] = [
  script(['createExportToken', 'revokeExportToken'], 'uptime', (call) => [
    [call('createExportToken'), call('revokeExportToken'), used('export-token', 'createExportToken token')],
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
