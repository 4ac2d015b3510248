import { dirname } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { type RunEvent, type RunResult, runJudge } from '../src/conformance/runner.ts'
import { AREAS } from '../src/contract/areas.ts'
import type { Contract } from '../src/contract/contract.ts'
import { modelled } from '../src/model/model.ts'
import { makeClient } from '../src/target/client.ts'
import { loadDriver } from '../src/target/driver.ts'
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
}

export interface Judgement {
  readonly contract: Contract
  readonly result: RunResult
  readonly operations: number
  readonly saved: readonly string[]
}

/** Checks the target and the options, runs the judge, closes what it opened. */
export async function judgeTarget(
  url: string,
  options: TargetOptions & { readonly seed: number },
  listen: (event: RunEvent) => void,
): Promise<Judgement> {
  const contract = contractWith(options.profile)
  const target = parsedUrl(url)
  if (!isLoopback(target) && !options.allowChanges)
    throw new UsageError(
      `${url} is not on this machine; the judge changes things there. Add --allow-changes if that is meant.`,
    )
  if (Object.values(contract.profile.actors).every(({ headers }) => Object.keys(headers).length === 0))
    throw new UsageError('No actor has a credential: give a --profile whose actors have headers.')
  const client = makeClient(url)
  try {
    const reached = await client.send({ method: 'GET', path: '/api/v1/tokens', headers: {}, body: undefined })
    if (!reached.answered) throw new UsageError(`${url} cannot be reached: ${reached.problem}.`)
    const driver = await loadDriver(contract.profile.driver, url, dirname(options.profile ?? '.'))
    const areas = options.area ?? AREAS
    const operations = [...contract.operations.values()].filter(
      ({ id, area }) => areas.includes(area) && modelled(id) && !contract.profile.leaveOut.includes(id),
    ).length
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
    })
    return { contract, result, operations, saved: [] }
  } finally {
    await client.close()
  }
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
