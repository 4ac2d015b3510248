import { dirname } from 'node:path'
import { type Contract, loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { type Client, makeClient } from '../../src/target/client.ts'
import { mockProfile } from '../../src/target/mock-profile.ts'
import { type Check, ok, problem } from './check.ts'
import { driverChecks } from './driver.ts'
import { nodeCheck, portCheck } from './machine.ts'
import { profileChecks, type ReadProfile } from './profile.ts'
import { budgetChecks, vocabularyChecks } from './supplies.ts'
import { actorChecks, reachCheck } from './target.ts'

export interface Patient {
  /** As it was written. */
  readonly url?: string
  readonly profile?: string
  readonly port?: number
}

/** Looks at everything that has to be right before a run; nothing is changed anywhere. Each finding comes as soon as it is there. */
export async function* examine({ url, profile, port }: Patient): AsyncGenerator<Check> {
  yield nodeCheck(process.versions.node)
  if (port !== undefined) yield await portCheck(port)
  const given = profile === undefined ? undefined : profileChecks(profile)
  yield* given?.checks ?? []
  if (url === undefined) {
    if (given?.contract) yield* supplies(given.contract)
    return
  }
  const client = makeClient(url)
  try {
    yield* examineTarget(url, client, given, profile)
  } finally {
    await client.close()
  }
}

async function* examineTarget(
  url: string,
  client: Client,
  given: ReadProfile | undefined,
  file: string | undefined,
): AsyncGenerator<Check> {
  const reached = await reachCheck(url, client)
  yield reached
  const own = reached.mark === 'ok' ? await mockProfile(url, 'present') : undefined
  const contract = given ? given.contract : own && loadContract(source, own)
  if (!given && reached.mark === 'ok')
    yield contract
      ? ok('profile', 'none needed: this is a mock of Understudy, which says itself who its callers are')
      : problem(
          'profile',
          'none given, and verify needs one to know the callers',
          'understudy init writes one, then add --profile FILE',
        )
  if (!contract) return
  if (reached.mark === 'ok') {
    yield* await actorChecks(contract, client)
    yield* await driverChecks(contract, { url, folder: dirname(file ?? '.'), mock: own !== undefined })
  }
  yield* supplies(contract)
}

const supplies = (contract: Contract): Check[] => [...vocabularyChecks(contract), ...budgetChecks(contract)]
