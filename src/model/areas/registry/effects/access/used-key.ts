import { shownMs } from '../../../../values/shown-time.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { RegistryKeyRow } from '../../state/index.ts'

/** Moves lastUsedAt of a key, where this use counts; answers whether it did. */
export function noteUse(context: Transaction, key: RegistryKeyRow, allowed: boolean, atMs: number): boolean {
  const moves = context.gap('registry.last-used-at')
  if (moves === 'never' || (moves === 'allowed-use' && !allowed)) return false
  // A use reported later does not take back a more recent one.
  if (key.lastUsedAt !== undefined && atMs < shownMs(key.lastUsedAt)) return false
  context.put('RegistryKey', { ...key, lastUsedAt: context.fresh.time(atMs) })
  return true
}
