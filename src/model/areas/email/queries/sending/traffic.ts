import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { Counts } from '../../state/index.ts'

export const HOUR_MS = 3_600_000
const NOTHING: Counts = { accepted: 0, sent: 0, hardBounces: 0, softBounces: 0, complaints: 0 }

const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS)

/** Counts by the hour: sums over a day or a window then cost as many reads as it has hours. */
export function count(work: Transaction, org: string, atMs: number, what: keyof Counts, by = 1): void {
  countAll(work, org, atMs, { [what]: by })
}

export function countAll(work: Transaction, org: string, atMs: number, counts: Partial<Counts>): void {
  const id = String(hourOf(atMs))
  const before = work.get('EmailTraffic', org, id) ?? { id, org, seq: work.serial(), ...NOTHING }
  work.put('EmailTraffic', { ...before, ...added(before, { ...NOTHING, ...counts }) })
}

/** What happened in the hours from one instant to another. */
export function traffic(reader: Reader, org: string, fromMs: number, toMs: number): Counts {
  let sum = NOTHING
  for (let hour = hourOf(fromMs); hour <= hourOf(toMs); hour++) {
    const row = reader.get('EmailTraffic', org, String(hour))
    if (row) sum = added(sum, row)
  }
  return sum
}

const added = (a: Counts, b: Counts): Counts => ({
  accepted: a.accepted + b.accepted,
  sent: a.sent + b.sent,
  hardBounces: a.hardBounces + b.hardBounces,
  softBounces: a.softBounces + b.softBounces,
  complaints: a.complaints + b.complaints,
})

/** Forgets bounces and complaints, and what they are measured against; what was accepted stays counted. */
export function countAfresh(work: Transaction, org: string, fromMs: number, toMs: number): void {
  for (let hour = hourOf(fromMs); hour <= hourOf(toMs); hour++) {
    const row = work.get('EmailTraffic', org, String(hour))
    if (row) work.put('EmailTraffic', { ...row, ...NOTHING, accepted: row.accepted })
  }
}
