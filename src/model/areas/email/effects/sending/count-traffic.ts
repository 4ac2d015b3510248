import type { Transaction } from '../../../../world/transaction.ts'
import { added, hourOf, NOTHING } from '../../queries/sending/traffic.ts'
import type { Counts } from '../../state/index.ts'

/** Counts by the hour: sums over a day or a window then cost as many reads as it has hours. */
export function count(work: Transaction, org: string, atMs: number, counts: Partial<Counts>): void {
  const hour = hourOf(atMs)
  const id = String(hour)
  const before = work.get('EmailTraffic', org, id) ?? { id, org, seq: hour, ...NOTHING }
  work.put('EmailTraffic', { ...before, ...added(before, { ...NOTHING, ...counts }) })
}

/** Forgets bounces and complaints, and what they are measured against; what was accepted stays counted. */
export function countAfresh(work: Transaction, org: string, fromMs: number, toMs: number): void {
  for (let hour = hourOf(fromMs); hour <= hourOf(toMs); hour++) {
    const row = work.get('EmailTraffic', org, String(hour))
    if (row) work.put('EmailTraffic', { ...row, ...NOTHING, accepted: row.accepted })
  }
}
