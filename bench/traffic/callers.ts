import { runJudge } from '../../src/conformance/run/runner.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { makeClient } from '../../src/target/client.ts'
import type { Driver } from '../../src/target/driver.ts'

/** The amount and kind of traffic, and its callers. */
export interface Traffic {
  readonly contract: Contract
  readonly areas: readonly string[]
  readonly requests: number
  readonly seed: number
  /** Outside events happen straight at the target, unseen. */
  readonly driver: Driver
}

/** Number of concurrent callers. */
export const CALLERS = 8

/** The judge's own sequences, eight at once, through a proxy. Answers how many failures they showed it. */
export async function callAtOnce(proxyUrl: string, traffic: Traffic): Promise<number> {
  const { contract, areas, requests, seed, driver } = traffic
  const client = makeClient(proxyUrl, { connections: CALLERS })
  try {
    const { failures } = await runJudge({
      ...{ contract, client, driver: withoutRoles(driver), url: proxyUrl, areas, seed },
      maxRequests: requests,
      runs: 1_000_000,
      maxSteps: 20,
      skip: [],
      concurrency: CALLERS,
      bail: false,
      learning: false,
      listen: () => {},
    })
    return failures.length
  } finally {
    await client.close()
  }
}

/** Watching relies on the roles in the profile, so nobody changes them unseen. */
const withoutRoles = (driver: Driver): Driver => ({
  ...driver,
  can: (event) => event !== 'roleChanges' && driver.can(event),
})
