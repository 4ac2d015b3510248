import { expect, test } from 'vitest'
import { runJudge } from '../../src/conformance/run/runner.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { makeClient } from '../../src/target/client.ts'
import { controlDriver } from '../../src/target/driver.ts'
import { fetchClient } from '../../src/target/fetch-client.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'

test('the mock is judged by the same judge and is clean under our defaults', async () => {
  const mock = await createMock({ port: 0, seed: 'small' })
  const profile = await mockProfile(fetchClient((path, init) => mock.fetch(path, init)))
  const contract = loadContract(source, profile)
  const client = makeClient(mock.url)
  const result = await runJudge({
    contract,
    client,
    driver: controlDriver(mock.url, contract.controlOperations),
    url: mock.url,
    seed: 5,
    runs: 30,
    maxSteps: 20,
    ...(!process.env.UNDERSTUDY_FULL && { maxRequests: 1000 }),
    areas: ['oncall', 'uptime', 'tokens'],
  })
  await client.close()
  await mock.close()
  expect(result.failures.map(({ finding }) => finding)).toEqual([])
  expect(result.requests).toBeGreaterThanOrEqual(1000)
})
