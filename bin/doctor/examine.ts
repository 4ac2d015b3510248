import { type Contract, loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import type { Client } from '../../src/target/client.ts'
import { connect } from '../../src/target/opening/connect.ts'
import { folderOf } from '../../src/target/opening/given-profile.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import type { Stopping } from '../../src/target/stopping.ts'
import { profileSecrets } from '../../src/target/writing/profile-secrets.ts'
import { makeRedactor } from '../../src/target/writing/redactor.ts'
import { redactStreams } from '../terminal/redact-streams.ts'
import { bindingChecks } from './bindings.ts'
import { type Check, ok, problem } from './check.ts'
import { driverChecks } from './driver.ts'
import { nodeCheck, portCheck } from './machine.ts'
import { profileChecks, type ReadProfile } from './profile.ts'
import { budgetChecks, vocabularyChecks } from './supplies.ts'
import { actorChecks, reachCheck } from './target.ts'

/** The subject of the examination. */
export interface Examined {
  /** As it was written. */
  readonly url?: string
  readonly profile?: string
  readonly port?: number
  /** The time that the target may take to start. */
  readonly waitMs: number
}

/**
 * Looks at everything that has to be right before a run; nothing is changed anywhere. Each check comes as soon as it is
 * made, and what is not looked at because there was no more time is told.
 */
export async function* examine(examined: Examined, stopping: Stopping): AsyncGenerator<Check> {
  for await (const check of checks(examined, stopping)) {
    if (stopping.stopped) return void (yield STOPPED)
    yield check
  }
}

const STOPPED = problem('doctor', 'stopped before everything was checked', '--time-limit N gives it more time')

async function* checks({ url, profile, port, waitMs }: Examined, stopping: Stopping): AsyncGenerator<Check> {
  yield nodeCheck(process.versions.node)
  if (port !== undefined) yield await portCheck(port)
  const given = profile === undefined ? undefined : profileChecks(profile)
  if (given?.contract) redactStreams(makeRedactor(profileSecrets(given.contract.profile)).secrets)
  yield* given?.checks ?? []
  if (url === undefined) {
    if (given?.contract) yield* supplies(given.contract)
    return
  }
  const client = connect({ url, stopping }, given?.contract?.profile)
  const folder = folderOf(profile === undefined ? {} : { profile })
  try {
    yield* examineTarget({ url, client, folder, stopping, waitMs }, given)
  } finally {
    await client.close()
  }
}

interface Place {
  readonly url: string
  readonly client: Client
  /** The folder that the driver's module is relative to. */
  readonly folder: string
  readonly stopping: Stopping
  readonly waitMs: number
}

async function* examineTarget(place: Place, given: ReadProfile | undefined): AsyncGenerator<Check> {
  const { url, client, folder, stopping, waitMs } = place
  const reached = await reachCheck(url, client, { stopping, waitMs })
  yield reached
  const own = reached.mark === 'ok' ? await mockProfile(client, 'look') : undefined
  const contract = given ? given.contract : own && loadContract(source, own)
  if (!given && reached.mark === 'ok')
    yield contract
      ? ok('profile', 'none needed: the target lists its own callers on its control interface')
      : problem(
          'profile',
          'none given; verify needs one to know the callers',
          'create one with understudy init, then add --profile FILE',
        )
  if (!contract) return
  if (reached.mark === 'ok') {
    yield* await actorChecks(contract, client)
    yield* await bindingChecks(contract, client)
    yield* await driverChecks({ contract, url, folder, stopping, isMock: own !== undefined })
  }
  yield* supplies(contract)
}

const supplies = (contract: Contract): Check[] => [...vocabularyChecks(contract), ...budgetChecks(contract)]
