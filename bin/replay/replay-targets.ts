import { dirname } from 'node:path'
import { type Contract, loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { isObject, type Json } from '../../src/contract/json.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { SEEDS, seedNamed } from '../../src/model/seeds/seeds.ts'
import type { ReplayTarget } from '../../src/scenario/replay/replay-target.ts'
import { type Scenario, USUAL_INSTANT } from '../../src/scenario/scenario.ts'
import { makeClient } from '../../src/target/client.ts'
import { controlDriver, type Driver, loadDriver, NO_DRIVER } from '../../src/target/driver.ts'
import { fetchClient } from '../../src/target/fetch-client.ts'
import { mockProfile } from '../../src/target/mock-profile.ts'
import { createMock, type MockOptions, type RunningMock } from '../../stateful-mock/create-mock.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { contractWith } from '../files/contract.ts'

export interface OpenReplayTarget {
  readonly target: ReplayTarget
  close(): Promise<void>
}

/** What a mock must be like to play a scenario from its start. */
export function mockOptionsFor({ notes, file }: Scenario, profile: Profile): MockOptions & { readonly seed: string } {
  const seed = notes.seed ?? SEEDS[0].name
  if (!seedNamed(seed))
    throw new UsageError(
      `${file} starts from the seed ${seed}; there is only ${SEEDS.map(({ name }) => name).join(', ')}.`,
    )
  return {
    seed,
    clock: notes.clock ?? USUAL_INSTANT,
    profile: { ...profile, gaps: { ...profile.gaps, ...notes.gaps } },
  }
}

/** A mock in this process, in a world made for one scenario. Its time passes only when somebody lets it. */
export async function freshTarget(
  scenario: Scenario,
  profile: Profile,
  more: MockOptions = {},
): Promise<OpenReplayTarget> {
  const now = Date.now()
  const mock = await createMock({ ...mockOptionsFor(scenario, profile), realNow: () => now, ...more })
  return { target: targetOn(mock), close: () => mock.close() }
}

/** A mock of this process as a target. */
export function targetOn(mock: RunningMock): ReplayTarget {
  const client = fetchClient((path, init) => mock.fetch(path, init))
  return {
    contract: mock.contract,
    url: mock.url,
    actors: Object.fromEntries(mock.callers.map(({ name, headers }) => [name, headers])),
    kind: 'fresh',
    driver: NO_DRIVER,
    salt: undefined,
    send: (sent) => client.send(sent),
    async wait(seconds) {
      const body = JSON.stringify({ by: `PT${seconds}S` })
      await mock.fetch('/_understudy/clock/advance', { method: 'POST', headers: JSON_TYPE, body })
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

export interface TargetChoice {
  readonly profile?: string
  readonly allowChanges?: boolean
  /** Nothing of ours is to be made there. */
  readonly looking?: boolean
}

/** A target at a URL, checked before anything is played on it. */
export async function openForReplay(
  url: string,
  { profile, allowChanges, looking }: TargetChoice,
): Promise<OpenReplayTarget> {
  const target = parsedUrl(url)
  if (!/^(127\.|localhost$|\[::1\]$)/.test(target.hostname) && !allowChanges && !looking)
    throw new UsageError(
      `${url} is not on this machine; scenarios change things there. Add --allow-changes if that is meant.`,
    )
  const client = makeClient(url)
  try {
    const reached = await client.send({ method: 'GET', path: '/api/v1/tokens', headers: {}, body: undefined })
    if (!reached.answered) throw new UsageError(`${url} cannot be reached: ${reached.problem}.`)
    const gaps = await mockGaps(url)
    const contract = await contractOf(url, profile, gaps, looking ? 'present' : 'new')
    const actors = Object.entries(contract.profile.actors).filter(([, { headers }]) => Object.keys(headers).length > 0)
    if (actors.length === 0)
      throw new UsageError('No actor has a credential: give a --profile whose actors have headers.')
    const target: ReplayTarget = {
      contract,
      url,
      actors: Object.fromEntries(actors.map(([name, { headers }]) => [name, headers])),
      kind: gaps ? 'mock' : 'target',
      driver: gaps ? controlDriver(url, contract.controlOperations) : await driverOf(contract, url, profile),
      salt: undefined,
      send: (sent) => client.send(sent),
      wait: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
    }
    return { target, close: () => client.close() }
  } catch (error) {
    await client.close()
    throw error
  }
}

async function contractOf(
  url: string,
  profileFile: string | undefined,
  gaps: Readonly<Record<string, Json>> | undefined,
  services: 'new' | 'present',
): Promise<Contract> {
  const given = profileFile === undefined ? undefined : contractWith(profileFile).profile
  const profile = given ?? (await mockProfile(url, services)) ?? contractWith(undefined).profile
  return loadContract(source, { ...profile, gaps: { ...profile.gaps, ...gaps } })
}

/** Our own mock says what it does at every open point; undefined for anything else. */
async function mockGaps(url: string): Promise<Record<string, Json> | undefined> {
  const answer = await fetch(new URL('/_understudy/gaps', url)).catch(() => undefined)
  if (!answer?.ok || !answer.headers.get('content-type')?.includes('json')) return undefined
  const body: unknown = await answer.json()
  if (!isObject(body) || !Array.isArray(body.gaps)) return undefined
  return Object.fromEntries(body.gaps.map(({ id, value }: { id: string; value: Json }) => [id, value]))
}

async function driverOf(contract: Contract, url: string, profile: string | undefined): Promise<Driver> {
  try {
    return await loadDriver(contract.profile.driver, url, dirname(profile ?? '.'), contract.controlOperations)
  } catch (error) {
    throw new UsageError(`The driver cannot be loaded: ${(error as Error).message}.`)
  }
}

export function parsedUrl(url: string): URL {
  try {
    return new URL(url)
  } catch {
    throw new UsageError(`${url} is not a URL, for example http://127.0.0.1:4010.`)
  }
}
