import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AREAS } from '../contract/areas.ts'
import { type Contract, loadContract } from '../contract/contract.ts'
import source from '../contract/generated/spec.js'
import type { Profile } from '../contract/profile.ts'
import { readProfile } from '../contract/read-profile.ts'
import { makeClient } from '../target/client.ts'
import { controlDriver, type Driver, loadDriver } from '../target/driver.ts'
import { mockProfile } from '../target/mock-profile.ts'
import { politeClient } from '../target/polite-client.ts'
import { reach, Unusable } from './reach.ts'
import { makeReport } from './report/make-report.ts'
import type { Phase } from './report/phases.ts'
import type { Report } from './report/report.ts'
import type { RunEvent, Shard } from './report/run-event.ts'
import { PRESETS, type Preset } from './run/presets.ts'
import { type RunResult, runJudge } from './run/runner.ts'
import { isLoopback, type Receiver, startReceiver } from './session/receiver.ts'

export interface VerifyOptions {
  readonly url: string
  /** A file, or one that was read already. Our own mock needs none. */
  readonly profile?: string | Profile
  /** What a driver's module is relative to, when the profile is not a file. */
  readonly folder?: string
  readonly areas?: readonly string[]
  readonly preset?: Preset
  readonly seed?: number
  /** Random sequences. */
  readonly runs?: number
  readonly maxSteps?: number
  readonly maxRequests?: number
  readonly timeLimitMs?: number
  readonly skip?: readonly Phase[]
  readonly concurrency?: number
  /** Requests in a second at most. */
  readonly rate?: number
  readonly shard?: Shard
  /** The target may be on another machine. */
  readonly allowChanges?: boolean
  readonly bail?: boolean
  readonly learning?: boolean
  readonly signal?: AbortSignal
  readonly listen?: (event: RunEvent) => void
  readonly version?: string
}

export interface Verification {
  readonly contract: Contract
  readonly result: RunResult
  readonly report: Report
}

/** Judges a target and says what it came to. Throws Unusable when there is nothing to judge. */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { url, seed = randomSeed(), rate, concurrency = 1, listen = () => {} } = options
  checkAddress(url, options.allowChanges ?? false)
  const contract = await contractFor(options)
  const { request: deadline } = contract.profile.deadlines
  const plain = makeClient(url, {
    connections: Math.max(concurrency, CONNECTIONS),
    ...(deadline !== undefined && { timeoutMs: deadline * 1000 }),
  })
  const client = politeClient(plain, rate === undefined ? {} : { rate })
  const areas = options.areas ?? AREAS
  let receiver: Receiver | undefined
  try {
    if (!options.skip?.includes('reach')) await reach({ contract, client, url })
    const driver = await driverFor(contract, options)
    receiver = areas.includes('email') ? await receiverFor(contract, url) : undefined
    const events: RunEvent[] = []
    const result = await runJudge({
      ...PRESETS[options.preset ?? 'usual'],
      ...options,
      contract,
      client,
      driver,
      ...(receiver && { receiver }),
      seed,
      areas,
      listen: (event) => {
        events.push(event)
        listen(event)
      },
    })
    return { contract, result, report: makeReport(contract, options.version ?? 'unknown', events) }
  } finally {
    await plain.close()
    await receiver?.close()
  }
}

/** Enough for the requests of one branch. */
const CONNECTIONS = 8
const randomSeed = () => Math.floor(Math.random() * 2 ** 31)

function checkAddress(url: string, allowChanges: boolean): void {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol))
    throw new Unusable(`${url} is not a URL, for example http://127.0.0.1:4010.`)
  if (!isLoopback(address.hostname) && !allowChanges)
    throw new Unusable(
      `${url} is not on this machine; the judge changes things there. Add --allow-changes if that is meant.`,
    )
}

/** The contract as the profile reads it; our own mock says itself how it is to be read. */
async function contractFor({ url, profile }: VerifyOptions): Promise<Contract> {
  if (typeof profile === 'object') return loadContract(source, profile)
  if (profile !== undefined) {
    const text = readFileSync(profile, 'utf8')
    return loadContract(source, readProfile(source, { text, file: profile, environment: process.env }))
  }
  const problem = await problemReaching(url)
  if (problem !== undefined) throw new Unusable(`${url} cannot be reached: ${problem}.`)
  const own = await mockProfile(url)
  if (!own) throw new Unusable('No actor has a credential: give a --profile whose actors have headers.')
  return loadContract(source, own)
}

async function problemReaching(url: string): Promise<string | undefined> {
  const client = makeClient(url)
  const exchange = await client.send({ method: 'GET', path: '/', headers: {}, body: undefined })
  await client.close()
  return exchange.answered ? undefined : exchange.problem
}

async function driverFor(contract: Contract, { url, profile, folder }: VerifyOptions): Promise<Driver> {
  if (await isMock(url)) return controlDriver(url, contract.controlOperations)
  const beside = folder ?? (typeof profile === 'string' ? dirname(profile) : '.')
  try {
    return await loadDriver(contract.profile.driver, url, beside, contract.controlOperations)
  } catch (error) {
    throw new Unusable(`The driver cannot be loaded: ${(error as Error).message}.`)
  }
}

/** A target on this machine reaches us by itself; for another one the profile says how. */
async function receiverFor({ profile }: Contract, url: string): Promise<Receiver | undefined> {
  const { receiverUrl } = profile.vocabulary
  if (receiverUrl === undefined && !isLoopback(new URL(url).hostname)) return undefined
  try {
    return await startReceiver(receiverUrl)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Unusable(
      `Webhooks cannot be received at ${receiverUrl ?? 'this machine'}: ${code ?? message}. Give another vocabulary.receiverUrl.`,
    )
  }
}

/** Our own mock brings its driver along. */
async function isMock(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(5_000)
  const answer = await fetch(new URL('/_understudy/health', url), { signal }).catch(() => undefined)
  return answer?.headers.get('content-type')?.includes('json') === true && answer.ok
}
