import { EVERYWHERE } from '../../../identity/identity.ts'
import { shownMs } from '../../../values/shown-time.ts'
import type { Transaction } from '../../../world/transaction.ts'

/**
 * A personal token shows when it was last used; whoever comes with something else leaves nothing to show. Answers
 * whether this use is the last one.
 */
export function noteUse(work: Transaction, credential: string | undefined, atMs = work.nowMs): boolean {
  const row = credential === undefined ? undefined : work.get('Credential', EVERYWHERE, credential)
  const token = row?.tokenId === undefined ? undefined : work.get('PersonalToken', row.actingOrg, row.tokenId)
  // A use reported later does not take back a more recent one.
  if (!token || atMs < shownMs(token.lastRequest)) return false
  const lastRequest = work.fresh.dateTime(atMs)
  if (token.lastRequest === lastRequest) return false
  work.put('PersonalToken', { ...token, lastRequest })
  return true
}
