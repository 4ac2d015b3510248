import { shownMs } from '../../../../values/shown-time.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { RegistrationTokenRow } from '../../state/index.ts'

/** Moves lastUsed of a registration token, where it is kept; answers whether it did. */
export function noteRegistration(context: Transaction, token: RegistrationTokenRow, atMs = context.nowMs): boolean {
  if (context.gap('clusters.token-last-used') === 'never') return false
  // A use reported later does not take back a more recent one.
  if (token.lastUsed !== undefined && atMs < shownMs(token.lastUsed)) return false
  context.put('RegistrationToken', { ...token, lastUsed: context.fresh.time(atMs) })
  return true
}
