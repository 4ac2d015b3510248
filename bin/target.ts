import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { stringify } from 'yaml'
import { failureScenario } from '../src/conformance/failure-scenario.ts'
import { type RunEvent, type RunResult, runJudge } from '../src/conformance/runner.ts'
import { AREAS } from '../src/contract/areas.ts'
import { type Contract, loadContract } from '../src/contract/contract.ts'
import source from '../src/contract/generated/spec.js'
import { modelled } from '../src/model/model.ts'
import { makeClient } from '../src/target/client.ts'
import { controlDriver, type Driver, loadDriver } from '../src/target/driver.ts'
import { mockProfile } from '../src/target/mock-profile.ts'
import { contractWith } from './contract.ts'
import { UsageError } from './usage-error.ts'

export interface TargetOptions {
  readonly profile?: string
  readonly runs: number
  readonly maxSteps: number
  readonly requests?: number
  readonly seed?: number
  readonly area?: readonly string[]
  readonly timeLimit?: number
  readonly saveFailures?: string
  readonly allowChanges?: boolean
  readonly strict?: boolean
  readonly bail?: boolean
  readonly learning?: boolean
}

export interface Judgement {
  readonly contract: Contract
  readonly result: RunResult
  /** Ids of the operations that were to be judged. */
  readonly operations: readonly string[]
  readonly saved: readonly string[]
}

/** Checks the target and the options, runs the judge, closes what it opened. */
export async function judgeTarget(
  url: string,
  options: TargetOptions & { readonly seed: number },
  listen: (event: RunEvent) => void,
): Promise<Judgement> {
  const target = parsedUrl(url)
  if (!isLoopback(target) && !options.allowChanges)
    throw new UsageError(
      `${url} is not on this machine; the judge changes things there. Add --allow-changes if that is meant.`,
    )
  const client = makeClient(url)
  try {
    const reached = await client.send({ method: 'GET', path: '/api/v1/tokens', headers: {}, body: undefined })
    if (!reached.answered) throw new UsageError(`${url} cannot be reached: ${reached.problem}.`)
    const own = options.profile === undefined ? await mockProfile(url) : undefined
    const contract = own ? loadContract(source, own) : contractWith(options.profile)
    if (Object.values(contract.profile.actors).every(({ headers }) => Object.keys(headers).length === 0))
      throw new UsageError('No actor has a credential: give a --profile whose actors have headers.')
    const driver = await driverFor(contract, url, options.profile)
    const areas = options.area ?? AREAS
    const operations = [...contract.operations.values()]
      .filter(({ id, area }) => areas.includes(area) && modelled(id) && !contract.profile.leaveOut.includes(id))
      .map(({ id }) => id)
    const result = await runJudge({
      contract,
      client,
      driver,
      url,
      seed: options.seed,
      runs: options.runs,
      maxSteps: options.maxSteps,
      areas,
      listen,
      ...(options.requests !== undefined && { maxRequests: options.requests }),
      ...(options.timeLimit !== undefined && { timeLimitMs: options.timeLimit * 1000 }),
      ...(options.bail && { bail: true }),
      ...(options.learning && { learning: true }),
    })
    return { contract, result, operations, saved: saveFailures(contract, result, options.saveFailures) }
  } finally {
    await client.close()
  }
}

async function driverFor(contract: Contract, url: string, profile: string | undefined): Promise<Driver> {
  if (await isMock(url)) return controlDriver(url, contract.controlOperations)
  try {
    return await loadDriver(contract.profile.driver, url, dirname(profile ?? '.'), contract.controlOperations)
  } catch (error) {
    throw new UsageError(`The driver cannot be loaded: ${(error as Error).message}.`)
  }
}

/** Our own mock brings its driver along. */
async function isMock(url: string): Promise<boolean> {
  const answer = await fetch(new URL('/_understudy/health', url)).catch(() => undefined)
  return answer?.headers.get('content-type')?.includes('json') === true && answer.ok
}

/** Writes each failure as a scenario; names tell what it is about. */
function saveFailures(contract: Contract, { failures }: RunResult, folder: string | undefined): string[] {
  if (folder === undefined) return []
  mkdirSync(folder, { recursive: true })
  return failures.map((shrunk, index) => {
    const file = join(folder, `${index + 1}-${shrunk.finding.operation}-${shrunk.finding.check}.arazzo.yaml`)
    writeFileSync(file, stringify(failureScenario(contract, shrunk), { lineWidth: 120, aliasDuplicateObjects: false }))
    return file
  })
}

function parsedUrl(url: string): URL {
  try {
    return new URL(url)
  } catch {
    throw new UsageError(`${url} is not a URL, for example http://127.0.0.1:4010.`)
  }
}

const isLoopback = ({ hostname }: URL) => /^(127\.|localhost$|\[::1\]$)/.test(hostname)

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
