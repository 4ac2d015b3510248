import { expect, test } from 'vitest'
import { catalogue } from '../../bench/eyesight/faulty-proxy/catalogue.ts'
import { laterLooks } from '../../bench/eyesight/faulty-proxy/later-looks.ts'
import { startFaultyProxy } from '../../bench/eyesight/faulty-proxy/start-faulty-proxy.ts'
import { worded } from '../../src/conformance/finding/words.ts'
import { runJudge } from '../../src/conformance/run/runner.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { makeClient } from '../../src/target/client.ts'
import { controlDriver } from '../../src/target/driver.ts'
import { fetchClient } from '../../src/target/fetch-client.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { sampled } from '../support/sampled.ts'

/** Falsified answers, one for each way of telling them; bench/eyesight/PROXY.md has them all. */
const SAMPLE = [
  ['uptime-reading-switches-off', 'enabled has an unexpected value'],
  ['organization-refused-change-sticks', 'after updateContacts was refused'],
  ['oncall-provider-token-returned', 'the response repeats the secret of setProviderCredential authToken'],
  ['oncall-provider-unreachable-is-503', 'answered 503'],
  ['oncall-paging-never-changes', 'rules contains unexpected items'],
  ['iam-deleted-resource-stays', 'which was deleted'],
  ['uptime-metrics-beyond-window', 'go back more than 1h'],
  ['uptime-scrape-of-everybody', 'of another organization'],
] as const

test.for(sampled(SAMPLE, 3))('%s: %s', async ([name, message]) => {
  const fault = [...catalogue, ...laterLooks].find((one) => one.name === name)
  if (!fault) throw new Error(`there is no fault ${name}`)
  const mock = await createMock({ seed: 'small' })
  const proxy = await startFaultyProxy({ target: mock.url, fault })
  const client = makeClient(proxy.url)
  const contract = loadContract(source, await mockProfile(fetchClient((path, init) => mock.fetch(path, init))))
  const { failures } = await runJudge({
    contract,
    client,
    driver: controlDriver(proxy.url, contract.controlOperations),
    url: proxy.url,
    seed: 11,
    runs: 0,
    maxSteps: 20,
    areas: [fault.area],
    maxRequests: 600,
    bail: true,
  })
  await client.close()
  await proxy.close()
  await mock.close()
  const finding = failures[0]?.finding
  expect(finding?.severity).toBe('failure')
  expect(finding && worded(finding).message).toContain(message)
})
