import { type CredentialRow, EVERYWHERE } from '../../../identity/identity.ts'
import type { Reader } from '../../../world/reader.ts'

/** The stored credential that a caller came with. */
export function credentialOf(reader: Reader, credential: string | undefined): CredentialRow | undefined {
  return credential === undefined ? undefined : reader.get('Credential', EVERYWHERE, credential)
}
