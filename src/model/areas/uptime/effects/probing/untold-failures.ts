import type { Transaction } from '../../../../world/transaction.ts'
import type { UptimeFailureRow, UptimeMonitorRow } from '../../state/index.ts'
import { type UnpromptedSample, unpromptedSamples } from './unprompted-samples.ts'

/** The newest unreported failures, each like the last reported one at its vantage. */
export function untoldFailures(
  context: Transaction,
  monitor: UptimeMonitorRow,
  told: readonly UptimeFailureRow[],
  most: number,
): UptimeFailureRow[] {
  const byVantage = Map.groupBy(told, ({ vantage }) => vantage)
  if (byVantage.size === 0) return []
  const probes = [...context.newest('UptimeProbe', 'parent', monitor.org, monitor.id)]
  return [...byVantage].flatMap(([vantage, own]) => {
    const fromMs = own.reduce((earliest, { atMs }) => Math.min(earliest, atMs), Number.POSITIVE_INFINITY)
    const ofVantage = probes.filter((probe) => probe.vantage === vantage)
    const failing = unpromptedSamples(context, monitor, ofVantage, { vantage, fromMs, onlyFailing: true })
    const newestFirst = own.toSorted((a, b) => b.atMs - a.atMs || b.seq - a.seq)
    return [...failing.take(most)].flatMap((sample) => {
      const like = newestFirst.find(({ atMs }) => atMs <= sample.atMs)
      return like ? [repeated(context, like, sample)] : []
    })
  })
}

function repeated(context: Transaction, like: UptimeFailureRow, { atMs, attempt }: UnpromptedSample): UptimeFailureRow {
  const inARow = context.gap('uptime.attempt-meaning') === 'in-a-row'
  return { ...like, atMs, at: context.fresh.time(atMs), attempt: inARow ? attempt : 1 }
}
