import { endOfLifetime } from '../../../values/lifetime.ts'
import type { Reader } from '../../../world/reader.ts'

/** Each field of that name may count in a unit of its own. */
type Unit = 'clusters.expires-in-unit' | 'clusters.join-token-unit' | 'clusters.kubeconfig-unit'

/** The expiry after a number of units; the unit of expiresIn is not shown (Limits). */
export const endOf = (reader: Reader, units: number, unit: Unit): number =>
  endOfLifetime(reader.nowMs, units, reader.gap(unit))
