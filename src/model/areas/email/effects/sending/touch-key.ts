import { shownMs } from '../../../../values/shown-time.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { SendKeyRow } from '../../state/index.ts'

export function touchKey(work: Transaction, key: SendKeyRow, atMs: number): void {
  if (work.gap('email.key-last-used-at') === 'never') return
  // A use reported later does not take back a more recent one.
  if (key.lastUsedAt !== undefined && atMs < shownMs(key.lastUsedAt)) return
  work.put('EmailSendKey', { ...key, lastUsedAt: work.fresh.time(atMs) })
}
