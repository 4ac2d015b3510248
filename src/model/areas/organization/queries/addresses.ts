import type { Reader } from '../../../world/reader.ts'

/** Something on both sides of one @, without white space: less is not an address by anybody's reading. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/
const LETTER = "[a-z0-9!#$%&'*+/=?^_`{|}~-]"
/** A mailbox of RFC 5321, without quoted local parts and address literals, in a domain with a dot. */
const MAILBOX = new RegExp(`^${LETTER}+(\\.${LETTER}+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}$`, 'i')

export const isAddress = (text: string): boolean => ADDRESS.test(text)

/** True if an address is accepted; which ones are invalid is open (Errors, Organization PATCH, 400). */
export function isTaken(reader: Reader, address: string): boolean {
  if (address.length > reader.gap('organization.address-length')) return false
  return MAILBOX.test(address) || reader.gap('organization.odd-address') === 'accept'
}

/** An address as it is kept. */
export function kept(reader: Reader, given: string): string {
  const padded = given !== given.trim()
  const address = padded && reader.gap('organization.address-trimming') === 'trim' ? given.trim() : given
  if (address === address.toLowerCase()) return address
  return reader.gap('organization.address-case') === 'lower' ? address.toLowerCase() : address
}
