/**
 * Which falsified answers the judge sees: the mock, with a proxy in front of it that has one fault. With the mock's
 * driver, and without any. `node bench/eyesight/proxy.ts [--black-box] [PREFIX...]` looks at those faults, with the driver only (or only without);
 * without a prefix the tables in bench/eyesight/PROXY.md are written anew.
 */
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { makeClient } from '../../src/target/client.ts'
import { controlDriver, NO_DRIVER } from '../../src/target/driver.ts'
import { fetchClient } from '../../src/target/fetch-client.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { lookBothWays, MOST_REQUESTS, SEED } from './both-ways.ts'
import { catalogue } from './faulty-proxy/catalogue.ts'
import type { Fault } from './faulty-proxy/fault.ts'
import { laterLooks } from './faulty-proxy/later-looks.ts'
import { startFaultyProxy } from './faulty-proxy/start-faulty-proxy.ts'
import { needs } from './faulty-proxy/walk.ts'
import { judged } from './judged.ts'
import { type Seen, seen } from './table.ts'

await lookBothWays({
  // The tables are of faults that were written by somebody else.
  faults: process.argv.length > 2 ? [...catalogue, ...laterLooks] : catalogue,
  look,
  byApiAlone: (fault) => needs(fault) === 'nothing',
  page: {
    file: 'PROXY.md',
    title: 'Eyesight: falsified answers',
    about: [
      'The mock behind a proxy that breaks one stated sentence of the contract, written by somebody who had not seen the',
      `checks; \`--area\` of the fault, seed ${SEED}, at most ${MOST_REQUESTS} requests. Written by \`node bench/eyesight/proxy.ts\`.`,
    ],
  },
})
process.exit()

async function look(fault: Fault, driven: boolean): Promise<Seen> {
  const mock = await createMock({ seed: 'small' })
  const proxy = await startFaultyProxy({ target: mock.url, fault })
  const { url } = proxy
  const client = makeClient(url)
  try {
    const contract = loadContract(source, await mockProfile(fetchClient((path, init) => mock.fetch(path, init))))
    const driver = driven ? controlDriver(url, contract.controlOperations) : NO_DRIVER
    const look = { areas: [fault.area], seed: SEED, maxRequests: MOST_REQUESTS, bail: true }
    const result = await judged({ contract, client, driver, url, sends: true }, look)
    return seen({ name: fault.name, needs: needs(fault), byHand: fault.show.length }, result)
  } finally {
    await client.close()
    await proxy.close()
    await mock.close()
  }
}
