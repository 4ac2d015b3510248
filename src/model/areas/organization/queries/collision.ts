import { EVERYWHERE } from '../../../identity/identity.ts'
import type { Reader } from '../../../world/reader.ts'

/** True if another customer of the payment provider has this address. */
export function collides(reader: Reader, org: string, address: string): boolean {
  const plain = address.toLowerCase()
  if (reader.get('BillingCollision', EVERYWHERE, plain)) return true
  const others = [...reader.newest('Contacts', 'billing', plain)].filter((row) => row.org !== org)
  return others.length > 0 && reader.gap('organization.billing-collision') === 'other-organizations'
}
