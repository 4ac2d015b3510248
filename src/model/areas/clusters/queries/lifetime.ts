import type { Reader } from '../../../world/reader.ts'

const UNITS_MS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

/** Each field of that name may count in a unit of its own. */
type Unit = 'clusters.expires-in-unit' | 'clusters.join-token-unit' | 'clusters.kubeconfig-unit'

/** The expiry after a number of units; the unit of expiresIn is not shown (Limits). */
export const endOf = (reader: Reader, units: number, unit: Unit): number =>
  reader.nowMs + units * UNITS_MS[reader.gap(unit)]
