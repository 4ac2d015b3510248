import type { Reader } from '../../../world/reader.ts'
import { type Behaviour, type CredentialRow, ONLY } from '../state/index.ts'

/** The credential that the organization has stored, if it has. */
export function credentialOf(context: Reader, org: string): CredentialRow | undefined {
  const row = context.get('ProviderCredential', org, ONLY)
  return row?.configured ? row : undefined
}

/** The provider's behaviour towards the organization: normal, unless an outside event changed it. */
export function providerOf(context: Reader, org: string): { verification: Behaviour; pages: Behaviour } {
  return context.get('OncallProvider', org, ONLY) ?? { verification: 'accepts', pages: 'accepts' }
}
