import { type Contract, loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { makeClient } from '../../src/target/client.ts'
import { parseAddress } from '../../src/target/opening/address.ts'
import { profileFrom } from '../../src/target/opening/given-profile.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'

/** The contract with the given profile, or with the profile that a mock provides. */
export async function watchedContract(url: string, profile: string | undefined): Promise<Contract> {
  parseAddress(url)
  if (profile !== undefined) return loadContract(source, profileFrom(profile))
  const client = makeClient(url, { timeoutMs: PATIENCE_MS })
  try {
    return loadContract(source, await mockProfile(client, 'look'))
  } finally {
    await client.close()
  }
}

const PATIENCE_MS = 5_000
