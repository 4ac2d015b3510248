import type { Reader } from '../../../../world/reader.ts'
import type { SuppressionRow } from '../../state/index.ts'
import { suppressedGetNothing } from '../../statements/suppressions.ts'
import { bareAddress } from '../addresses.ts'

/** The entry that keeps mail from an address. */
export function suppressionOf(reader: Reader, org: string, address: string): SuppressionRow | undefined {
  const bare = bareAddress(address)
  const alike = reader.oldest('EmailSuppression', 'address', org, bare.toLowerCase())
  for (const entry of alike)
    if (entry.address === bare || reader.gap('email.suppression-case') !== 'keep-distinct') return entry
  return undefined
}

/** The recipients that are not suppressed. */
export function reachedOf(reader: Reader, org: string, recipients: readonly string[]): string[] {
  reader.cite(suppressedGetNothing)
  return recipients.filter((address) => !suppressionOf(reader, org, address))
}
