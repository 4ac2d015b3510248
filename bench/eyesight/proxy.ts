/**
 * Which falsified answers the judge sees: the mock, with a proxy in front of it that has one fault. With the mock's
 * driver, and without any. `node bench/eyesight/proxy.ts [PREFIX...]` looks at those faults, with the driver only;
 * without a prefix the tables in bench/eyesight/PROXY.md are written anew.
 */
import { runJudge } from '../../src/conformance/runner.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { makeClient } from '../../src/target/client.ts'
import { controlDriver, NO_DRIVER } from '../../src/target/driver.ts'
import { mockProfile } from '../../src/target/mock-profile.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { catalogue } from './faulty-proxy/catalogue.ts'
import type { Fault } from './faulty-proxy/fault.ts'
import { startFaultyProxy } from './faulty-proxy/start-faulty-proxy.ts'
import { needs } from './faulty-proxy/walk.ts'
import { asPrinted, lookAtAll, type Seen, writePage } from './table.ts'

const MOST_REQUESTS = Number(process.env.MOST_REQUESTS ?? 5000)
const prefixes = process.argv.slice(2)
const chosen = catalogue.filter(({ name }) => prefixes.length === 0 || prefixes.some((one) => name.startsWith(one)))

const withDriver = await lookAtAll(chosen, (fault) => look(fault, true))
if (prefixes.length === 0)
  writePage({
    file: 'PROXY.md',
    title: 'Eyesight: falsified answers',
    about: [
      'The mock behind a proxy that breaks one stated sentence of the contract, written by somebody who had not seen the',
      `checks; \`--area\` of the fault, seed 11, at most ${MOST_REQUESTS} requests. Written by \`node bench/eyesight/proxy.ts\`.`,
    ],
    tables: [
      { heading: 'With the driver', rows: withDriver },
      {
        heading: 'Black box: no driver; what needs outside events is left out',
        rows: await lookAtAll(
          chosen.filter((fault) => needs(fault) === 'nothing'),
          (fault) => look(fault, false),
        ),
      },
    ],
  })
process.exit()

async function look(fault: Fault, driven: boolean): Promise<Seen> {
  const mock = await createMock({ seed: 'small' })
  const proxy = await startFaultyProxy({ target: mock.url, fault })
  const client = makeClient(proxy.url)
  const profile = await mockProfile(mock.url)
  const contract = loadContract(source, profile)
  let found = 0
  const { failures, requests } = await runJudge({
    contract,
    client,
    driver: driven ? controlDriver(proxy.url, contract.controlOperations) : NO_DRIVER,
    url: proxy.url,
    seed: 11,
    runs: 1_000_000,
    maxSteps: 20,
    areas: [fault.area],
    maxRequests: MOST_REQUESTS,
    bail: true,
    listen: (event) => {
      if (event.kind === 'found' && found === 0) found = event.requests
    },
  })
  await client.close()
  await proxy.close()
  await mock.close()
  const [first] = failures
  return {
    name: fault.name,
    area: fault.area,
    needs: needs(fault),
    caught: first?.finding.severity === 'failure',
    requests: found || requests,
    steps: first?.sequence.steps.length ?? 0,
    byHand: fault.show.length,
    found: asPrinted(first),
  }
}
