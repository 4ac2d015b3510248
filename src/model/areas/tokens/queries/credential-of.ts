import { type CredentialRow, EVERYWHERE } from '../../../identity/identity.ts'
import type { Reader } from '../../../world/reader.ts'

/** What is known of the credential a caller came with. */
export function credentialOf(reader: Reader, credential: string | undefined): CredentialRow | undefined {
  return credential === undefined ? undefined : reader.get('Credential', EVERYWHERE, credential)
}
