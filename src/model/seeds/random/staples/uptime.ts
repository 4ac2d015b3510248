import { DAY, MINUTE } from '../../kit/durations.ts'
import { breaks } from '../follows/monitors.ts'
import type { Hand } from '../hand/hand.ts'
import { name } from '../words/vocabulary.ts'
import type { Staple } from './staple.ts'

/** A monitor that is down, one that was never switched on, and a token that scrapes. */
export const UPTIME_STAPLES: readonly Staple[] = [
  [
    14 * DAY,
    (hand) => {
      const id = newMonitor(hand, true)
      if (id !== undefined) hand.after(14 * DAY - 25 * MINUTE, () => breaks(hand, id, undefined))
    },
  ],
  [3 * DAY, (hand) => newMonitor(hand, false)],
  [
    16 * DAY,
    (hand) => {
      const token = hand.ask('createExportToken', { body: { name: 'prometheus' } })
      if (!token) return
      for (const days of [1, 9, 15.99])
        hand.after(days * DAY, () => hand.happens('credentialUsed', { kind: 'export-token', secret: token.token }))
    },
  ],
  [
    17 * DAY,
    (hand) => {
      const old = hand.ask('createExportToken', { body: { name: 'prometheus (old)' } })
      if (old) hand.after(2 * DAY, () => hand.ask('revokeExportToken', { parameters: { id: old.id } }))
    },
  ],
]

function newMonitor(hand: Hand, enabled: boolean): string | undefined {
  const { growing, reader, org } = hand
  const [interval] = hand.some([...reader.oldest('UptimeInterval', 'all', org)].slice(0, 3), 1, 1)
  const vantages = [...reader.oldest('UptimeVantage', 'all', org)].filter(({ available }) => available)
  if (!interval) return undefined
  const called = name('check', growing.ordinal('createMonitor'), growing.salt, ' ')
  return hand.ask('createMonitor', {
    body: {
      ...{
        name: called,
        enabled,
        intervalSeconds: interval.seconds,
        vantages: vantages.slice(0, 2).map(({ id }) => id),
      },
      ...{
        kind: 'http',
        http: { url: `https://www.${name('company', growing.ordinal('site'), growing.salt, '-')}.example/` },
      },
    },
  })?.id
}
