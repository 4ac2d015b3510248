import type { Reader } from '../../../../world/reader.ts'
import type { DomainRow } from '../../state/index.ts'

/** True if a domain counts as armed for receiving (Endpoints, Email, row 5). */
export function isArmed(reader: Reader, { receiveState }: DomainRow): boolean {
  if (receiveState === 'none' || receiveState === 'verified') return receiveState === 'verified'
  const armed = reader.gap('email.armed-states')
  return armed === 'not-none' || (armed === 'pending-or-verified' && receiveState === 'pending')
}
