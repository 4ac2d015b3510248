import { baseWorld } from '../../src/conformance/start/base-world.ts'
import { type Contract, loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import type { World } from '../../src/model/world/world.ts'
import { makeClient } from '../../src/target/client.ts'
import { parseAddress } from '../../src/target/opening/address.ts'
import { profileFrom } from '../../src/target/opening/given-profile.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'

/** What is known of a target before anything passes. */
export interface Opened {
  readonly contract: Contract
  readonly base: World
}

/**
 * Reads the profile, and once what the target has on offer: catalogs, versions, roles. Nothing is sent to it afterwards.
 * A target that is not there yet is watched all the same.
 */
export async function openWatched(url: string, profile: string | undefined): Promise<Opened> {
  parseAddress(url)
  const given = profile === undefined ? undefined : profileFrom(profile)
  const client = makeClient(url, { timeoutMs: PATIENCE_MS })
  try {
    const contract = loadContract(source, given ?? (await mockProfile(client, 'look')))
    return { contract, base: await baseWorld(contract, client, Date.now()) }
  } finally {
    await client.close()
  }
}

const PATIENCE_MS = 5_000
