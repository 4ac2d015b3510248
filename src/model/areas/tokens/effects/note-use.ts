import { EVERYWHERE } from '../../../identity/identity.ts'
import type { Transaction } from '../../../world/transaction.ts'

/** A personal token shows when it was last used; whoever comes with something else leaves nothing to show. */
export function noteUse(work: Transaction, credential: string | undefined): void {
  const row = credential === undefined ? undefined : work.get('Credential', EVERYWHERE, credential)
  const token = row?.tokenId === undefined ? undefined : work.get('PersonalToken', row.actingOrg, row.tokenId)
  if (!token) return
  const lastRequest = work.fresh.dateTime(work.nowMs)
  if (token.lastRequest !== lastRequest) work.put('PersonalToken', { ...token, lastRequest })
}
