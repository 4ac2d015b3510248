import { advance, type Script, script, times } from '../../script/script.ts'
import { flappy, fromTwo, probe } from './monitor-goals.ts'

/** More failures than a list of recent ones holds. */
const MANY_FAILURES = 250

/** What a monitor's history holds, however much or long ago it was (Endpoints, Uptime, rows 12 and 13). */
export const HISTORY_SCRIPTS: readonly Script[] = [
  script(['createMonitor', 'listMonitorFailures', 'getMonitorMetrics'], (call) => [
    // However many came before, the newest failure is the first (row 13).
    [
      call('createMonitor', { body: flappy }),
      probe('fail', 0, { times: MANY_FAILURES }),
      advance('PT10M'),
      probe('fail'),
      advance('PT1M'),
      call('listMonitorFailures'),
    ],
    // What works from one place and fails from the other.
    [
      call('createMonitor', { body: fromTwo }),
      ...times(2, () => [probe('ok', 0), probe('fail', 1), advance('PT2M')]).flat(),
      call('getMonitorMetrics', { query: { window: '1h' } }),
    ],
    // From one end of each window to the other.
    ...[
      ['PT40M', '1h'],
      ['PT16H', '24h'],
      ['P5D', '7d'],
    ].map(([by = '', window = '']) => [
      call('createMonitor', { body: flappy }),
      ...times(2, () => [probe('ok'), advance('PT1M')]).flat(),
      advance(by),
      probe('ok'),
      advance('PT2M'),
      call('getMonitorMetrics', { query: { window } }),
    ]),
  ]),
]
