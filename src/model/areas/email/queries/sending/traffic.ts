import type { Reader } from '../../../../world/reader.ts'
import type { Counts } from '../../state/index.ts'

export const HOUR_MS = 3_600_000
export const NOTHING: Counts = { accepted: 0, sent: 0, hardBounces: 0, softBounces: 0, complaints: 0 }

export const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS)

/** The counts of the hours from one instant to another. */
export function traffic(reader: Reader, org: string, fromMs: number, toMs: number): Counts {
  let sum = NOTHING
  for (let hour = hourOf(fromMs); hour <= hourOf(toMs); hour++) {
    const row = reader.get('EmailTraffic', org, String(hour))
    if (row) sum = added(sum, row)
  }
  return sum
}

export const added = (a: Counts, b: Counts): Counts => ({
  accepted: a.accepted + b.accepted,
  sent: a.sent + b.sent,
  hardBounces: a.hardBounces + b.hardBounces,
  softBounces: a.softBounces + b.softBounces,
  complaints: a.complaints + b.complaints,
})
