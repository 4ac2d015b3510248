import { expect, test } from 'vitest'
import { worded } from '../../src/conformance/finding/words.ts'
import { runJudge } from '../../src/conformance/run/runner.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import { controlDriver } from '../../src/target/driver.ts'
import { fetchClient } from '../../src/target/fetch-client.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import { makeStopping } from '../../src/target/stopping.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { FULL } from '../support/judged-candidate.ts'
import { lagging, waitedTime } from '../support/lagging.ts'
import { sampled } from '../support/sampled.ts'

/** The mock, with reads that lag 0.3 seconds behind unless somebody waits. */
async function judgedLagging(areas: readonly string[], maxRequests: number) {
  const mock = await createMock({ port: 0, seed: 'small' })
  try {
    const plain = fetchClient((path, init) => mock.fetch(path, init))
    const contract = loadContract(source, { ...((await mockProfile(plain)) ?? EMPTY_PROFILE), settle: 1 })
    const { now, pause } = waitedTime()
    return await runJudge({
      contract,
      client: lagging(300, now)(plain),
      driver: controlDriver(mock.url, contract.controlOperations, plain),
      url: mock.url,
      seed: 20,
      runs: 20,
      maxSteps: 20,
      areas,
      maxRequests,
      stopping: { ...makeStopping(), pause },
    })
  } finally {
    await mock.close()
  }
}

/** The areas in which something is remembered from one read to the next, or used elsewhere. */
const REMEMBERING = ['registry', 'email', 'oncall', 'clusters', 'uptime']

test.each(sampled(REMEMBERING, 3))('nobody is accused because reads lag: %s', async (area) => {
  const { failures } = await judgedLagging([area], FULL ? 1500 : 900)
  expect(failures.map(({ finding }) => `${finding.operation}: ${worded(finding).message}`)).toEqual([])
})
