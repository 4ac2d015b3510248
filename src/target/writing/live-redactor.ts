import type { Contract } from '../../contract/contract.ts'
import type { MintedSecrets } from './minted-secrets.ts'
import { profileSecrets } from './profile-secrets.ts'
import { makeRedactor, type Redactor } from './redactor.ts'

/** Takes out what the profile knows, and what came up in the run so far. */
export function liveRedactor({ profile }: Contract, minted: MintedSecrets): () => Redactor {
  const known = profileSecrets(profile)
  let made: { readonly size: number; readonly redactor: Redactor } | undefined
  return () => {
    if (made?.size !== minted.size) made = { size: minted.size, redactor: makeRedactor([...known, ...minted.all()]) }
    return made.redactor
  }
}
