import type { RunOptions, RunResult } from '../../src/conformance/run/run-options.ts'
import { runJudge } from '../../src/conformance/run/runner.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { EMPTY_PROFILE, type Profile } from '../../src/contract/profile.ts'
import { controlDriver, type Driver } from '../../src/target/driver.ts'
import { fetchClient } from '../../src/target/fetch-client.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'

export interface MockRun
  extends Partial<Pick<RunOptions, 'areas' | 'skip' | 'maxRequests' | 'bail' | 'runs' | 'seed'>> {
  /** What the mock does at open points; the judge is not told. */
  readonly gaps?: Profile['gaps']
  /** Another driver in place of the mock's own. */
  readonly driver?: (own: Driver) => Driver
  readonly profile?: (own: Profile) => Profile
}

/** A mock in this process, judged; `told` are the outside events in the order they were asked for. */
export async function judgedMock(run: MockRun): Promise<RunResult & { readonly told: readonly string[] }> {
  const { gaps = {}, driver: change = (own) => own, profile: filled = (own) => own, ...options } = run
  const mock = await createMock({ port: 0, seed: 'small', profile: { ...EMPTY_PROFILE, gaps } })
  const client = fetchClient((path, init) => mock.fetch(path, init))
  const profile = await mockProfile(client)
  const contract = loadContract(source, filled({ ...(profile ?? EMPTY_PROFILE), gaps: {} }))
  const own = change(controlDriver(mock.url, contract.controlOperations, client))
  const told: string[] = []
  const driver: Driver = {
    ...own,
    async cause(event, body) {
      told.push(event)
      return own.cause(event, body)
    },
  }
  try {
    const defaults = { seed: 5, runs: 0, maxSteps: 20, areas: [] }
    const result = await runJudge({ ...defaults, contract, client, driver, url: mock.url, ...options })
    return { ...result, told }
  } finally {
    await mock.close()
  }
}
