import type { Drawing } from '../../kit/drawing.ts'
import { own } from '../../kit/own-rows.ts'
import { remembered } from '../../script/remembered.ts'
import { advance, type Body, event, type Script, script, times } from '../../script/script.ts'
import { LONG_RESPONSE } from './checks/cut-snippets.ts'
import { CAUTIOUS, flappy, flappyByHand, fromTwo, hasty, probe } from './monitor-goals.ts'
import { CHECK_OF } from './values.ts'

/** Latencies of which no mean is like the other. */
const QUICK_MS = 10
const SLOW_MS = 4000

/** More failures than a list of recent ones holds. */
const MANY_FAILURES = 250

/** A failure of the newest monitor, with words of its own. */
const toldApart = event('probeResult', (drawing) => {
  const monitor = own(drawing, 'UptimeMonitor').at(-1)
  return monitor && { monitorId: monitor.id, outcome: 'fail', errorDetail: `told-${drawing.salt}` }
})

const monitorAt = (place: number) => (drawing: Drawing) => {
  const monitor = own(drawing, 'UptimeMonitor').at(place)
  return monitor && { id: String(monitor.id) }
}

/** Another day begins before a window of a day is over. */
const atNoon = event('advanceClock', ({ shadow: { world } }) => {
  const sinceNoonMs = (world.nowMs - DAY_MS / 2) % DAY_MS
  return { by: `PT${Math.ceil((DAY_MS - sinceNoonMs) / 1000)}S` }
})
const DAY_MS = 86_400_000

/** By which a monitor may be another one, in somebody's eyes. */
const CHANGES: readonly Body[] = [
  () => ({ downCondition: { ...CAUTIOUS, quorum: 1 } }),
  ({ salt }) => ({ name: `otherwise-${salt}` }),
  (drawing) => ({ http: CHECK_OF.http(drawing) }),
  () => ({ enabled: false }),
  () => ({ timeoutMs: 4000 }),
]

/** What a monitor's history holds, however much or long ago it was (Endpoints, Uptime, rows 12 and 13). */
export const HISTORY_SCRIPTS: readonly Script[] = [
  // Each monitor has a history of its own, though another is called the same and watches the same.
  script(['createMonitor', 'listMonitorFailures', 'listMonitorTransitions', 'getMonitor'], (call) => {
    const { first, drawn } = remembered()
    return [
      [
        call('createMonitor', { body: flappy, drawn }),
        probe('ok'),
        call('createMonitor', { body: (drawing) => first(drawing)?.body, intent: 'exotic' }),
        toldApart,
        ...(['listMonitorFailures', 'listMonitorTransitions', 'getMonitor'] as const).flatMap((look) =>
          [0, -1].map((place) => call(look, { parameters: monitorAt(place) })),
        ),
      ],
    ]
  }),
  // What is recorded is not changed by what comes later (Events, point 5).
  script(['createMonitor', 'listMonitorFailures', 'listMonitorTransitions'], (call) => {
    const looks = [call('listMonitorTransitions'), call('listMonitorFailures')]
    return [
      [
        call('createMonitor', { body: flappyByHand }),
        ...(['ok', 'fail', 'ok'] as const).flatMap((outcome) => [probe(outcome), advance('PT2M'), ...looks]),
      ],
      // However often it failed before it was well for a while.
      [
        call('createMonitor', { body: flappyByHand }),
        ...[probe('ok'), ...times(3, () => [advance('PT1M'), probe('fail')]).flat(), advance('PT1M'), probe('ok')],
        ...[advance('PT1M'), probe('fail'), advance('PT1M'), ...looks],
      ],
      // What was probed several times from one place, though the last change came from the other: the newest is the first.
      [
        ...[call('createMonitor', { body: hasty }), probe('ok', 0), probe('fail', 1, { times: 3 }), ...looks],
        ...[probe('ok', 1), probe('fail', 0, { times: 3 }), ...looks],
      ],
      // First it fails from one place, then from the other, then from the other as well while it is down.
      [
        ...[call('createMonitor', { body: hasty }), probe('ok', 0), probe('ok', 1), advance('PT2M')],
        ...[0, 1].flatMap((place) => [
          ...[probe('fail', place), advance('PT2M'), ...looks],
          ...[probe('ok', place), advance('PT2M'), ...looks],
        ]),
        ...[probe('fail', 0), advance('PT2M'), probe('fail', 1), advance('PT2M'), ...looks],
      ],
    ]
  }),
  // Nor by a change of the monitor, whatever it is about.
  script(['createMonitor', 'updateMonitor', 'listMonitorTransitions', 'listMonitorFailures'], (call) => {
    const looks = [call('listMonitorTransitions'), call('listMonitorFailures')]
    const recorded = [
      ...[call('createMonitor', { body: flappyByHand }), probe('ok'), advance('PT1M'), probe('fail', 0, { times: 3 })],
      ...[advance('PT1M'), ...looks],
    ]
    return CHANGES.map((body) => [...recorded, call('updateMonitor', { body, intent: 'exotic' }), ...looks])
  }),
  script(['createMonitor', 'listMonitorFailures', 'getMonitorMetrics'], (call) => [
    // However many came before, the newest failure is the first (row 13).
    [
      call('createMonitor', { body: flappyByHand }),
      probe('fail', 0, { times: MANY_FAILURES }),
      advance('PT10M'),
      probe('fail'),
      advance('PT1M'),
      call('listMonitorFailures'),
    ],
    // Of a long response only a snippet is kept, whatever was wrong with it (Resources, UptimeFailure).
    [
      call('createMonitor', { body: flappyByHand }),
      ...(['fail', 'error'] as const).map((outcome) =>
        probe(outcome, 0, { responseSnippet: 'long '.repeat(LONG_RESPONSE / 5) }),
      ),
      call('listMonitorFailures'),
    ],
    // What works from one place and fails from the other.
    [
      call('createMonitor', { body: fromTwo }),
      ...times(2, () => [probe('ok', 0), probe('fail', 1), advance('PT2M')]).flat(),
      call('getMonitorMetrics', { query: { window: '1h' } }),
    ],
    // What is quick from one place and slow from the other, either way round.
    ...[
      [QUICK_MS, SLOW_MS],
      [SLOW_MS, QUICK_MS],
    ].map((latencies) => [
      call('createMonitor', { body: hasty }),
      ...times(2, () => [
        ...latencies.map((latencyMs, place) => probe('ok', place, { latencyMs })),
        advance('PT2M'),
      ]).flat(),
      call('getMonitorMetrics', { query: { window: '1h' } }),
    ]),
    // The same from both, until one fails and then the other: neither counts with the other.
    [
      call('createMonitor', { body: fromTwo }),
      ...[probe('ok', 0), probe('ok', 1), advance('PT10M')],
      ...[undefined, 0, 1].flatMap((place) => [
        ...(place === undefined ? [] : [probe('fail', place)]),
        call('getMonitorMetrics', { query: { window: '1h' } }),
      ]),
    ],
    // From one end of each window to the other.
    ...[
      ['PT40M', '1h'],
      ['PT16H', '24h'],
      ['P5D', '7d'],
    ].map(([by = '', window = '']) => [
      atNoon,
      call('createMonitor', { body: flappy }),
      ...times(2, () => [probe('ok'), advance('PT1M')]).flat(),
      advance(by),
      probe('ok'),
      advance('PT2M'),
      // What the last hour shows is in every other window too.
      ...[...new Set(['1h', window])].map((one) => call('getMonitorMetrics', { query: { window: one } })),
    ]),
  ]),
]
