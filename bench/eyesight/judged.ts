import type { RunOptions, RunResult } from '../../src/conformance/run/run-options.ts'
import { runJudge } from '../../src/conformance/run/runner.ts'
import { startReceiver } from '../../src/conformance/session/receiver.ts'
import type { Contract } from '../../src/contract/contract.ts'
import type { Client } from '../../src/target/client.ts'
import type { Driver } from '../../src/target/driver.ts'

/** Limits and scope of a run of the judge. */
export interface Look {
  readonly areas: readonly string[]
  readonly seed: number
  readonly maxRequests: number
  readonly bail: boolean
  readonly learning?: boolean
  readonly runs?: number
  readonly skip?: RunOptions['skip']
  readonly strict?: boolean
  /** Sequences that run in parallel. */
  readonly concurrency?: number
}

interface Target {
  readonly contract: Contract
  readonly client: Client
  readonly driver: Driver
  readonly url: string
  /** It listens and really sends its webhooks. */
  readonly sends?: boolean
}

/** The findings of a run, and the number of requests until the first failure or, without one, the first warning. */
export type Judged = RunResult & { readonly found: number }

export async function judged(target: Target, look: Look): Promise<Judged> {
  const { contract, client, driver, url, sends = false } = target
  const {
    areas,
    seed,
    maxRequests,
    bail,
    learning = false,
    runs = 1_000_000,
    skip = [],
    strict = false,
    concurrency = 1,
  } = look
  let [found, isFailure] = [0, false]
  // As `verify` has one: a target on this machine reaches it.
  const receiver =
    sends && ['email', 'registry'].some((area) => areas.includes(area)) ? await startReceiver() : undefined
  const running = runJudge({
    ...(receiver && { receiver }),
    ...{ contract, client, driver, url, areas, seed, maxRequests, bail, learning, runs, skip, strict, concurrency },
    maxSteps: 20,
    // Before the reduction, which costs requests of its own.
    listen: (event) => {
      if (event.kind !== 'found') return
      if (found === 0 || (!isFailure && event.finding.severity === 'failure')) found = event.requests
      isFailure ||= event.finding.severity === 'failure'
    },
  })
  const result = await running.finally(() => receiver?.close())
  return { ...result, found: found || result.requests }
}
