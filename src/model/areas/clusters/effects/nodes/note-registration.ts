import type { Transaction } from '../../../../world/transaction.ts'
import type { RegistrationTokenRow } from '../../state/index.ts'

/** Moves lastUsed of a registration token, where it is kept. */
export function noteRegistration(context: Transaction, token: RegistrationTokenRow): void {
  if (context.gap('clusters.token-last-used') === 'never') return
  context.put('RegistrationToken', { ...token, lastUsed: context.fresh.time(context.nowMs) })
}
