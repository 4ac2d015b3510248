import type { Transaction } from '../../../../world/transaction.ts'
import type { SendKeyRow } from '../../state/index.ts'

export function touchKey(work: Transaction, key: SendKeyRow, atMs: number): void {
  if (work.gap('email.key-last-used-at') === 'never') return
  work.put('EmailSendKey', { ...key, lastUsedAt: work.fresh.time(atMs) })
}
