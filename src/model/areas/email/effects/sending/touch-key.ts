import { shownMs } from '../../../../values/shown-time.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { SendKeyRow } from '../../state/index.ts'

/** Moves lastUsedAt of a send key, where it is kept; answers whether it did. */
export function touchKey(work: Transaction, key: SendKeyRow, atMs: number): boolean {
  if (work.gap('email.key-last-used-at') === 'never') return false
  // A use reported later does not take back a more recent one.
  if (key.lastUsedAt !== undefined && atMs < shownMs(key.lastUsedAt)) return false
  work.put('EmailSendKey', { ...key, lastUsedAt: work.fresh.time(atMs) })
  return true
}
