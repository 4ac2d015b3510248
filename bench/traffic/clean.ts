import { worded } from '../../src/conformance/finding/words.ts'
import { AREAS } from '../../src/contract/areas.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import type { Json } from '../../src/contract/json.ts'
import { makeClient } from '../../src/target/client.ts'
import { controlDriver, type Driver, loadDriver } from '../../src/target/driver.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { coveringChoices } from '../eyesight/covering-profiles.ts'
import { mockOptions } from '../eyesight/judge-mock.ts'
import { callAtOnce } from './callers.ts'
import { CANDIDATES, type Candidate, type Variant } from './candidates.ts'
import { watched } from './watched.ts'

/** A target without faults, ready to be used. */
interface Ready {
  readonly url: string
  readonly contract: Contract
  readonly driver: Driver
  close(): Promise<unknown>
}

interface Clean {
  readonly name: string
  readonly areas: readonly string[]
  open(): Promise<Ready>
}

const ofCandidate = (candidate: Candidate, variant: Variant): Clean => ({
  name: `${candidate.name}-${variant}`,
  areas: candidate.areas,
  async open() {
    const { url, close } = await candidate.start({ variant, faults: [] })
    const contract = candidate.contract(variant)
    const { folder } = candidate
    const driver = await loadDriver(contract.profile.driver, { url, folder }, contract.controlOperations)
    return { url, contract, driver, close }
  },
})

const ofMock = (name: string, gaps: Readonly<Record<string, Json>>): Clean => ({
  name,
  areas: AREAS,
  async open() {
    const mock = await createMock(mockOptions(gaps))
    const client = makeClient(mock.url)
    const contract = loadContract(source, await mockProfile(client, 'change'))
    await client.close()
    return { url: mock.url, contract, driver: controlDriver(mock.url, contract.controlOperations), close: mock.close }
  },
})

/** Both candidates in both variants; the mock as it is, and with every value of every gap in one set or another. */
export const cleanTargets = (): readonly Clean[] => [
  ...CANDIDATES.flatMap((candidate) => (['a', 'b'] as const).map((variant) => ofCandidate(candidate, variant))),
  ofMock('mock', {}),
  ...coveringChoices().map((gaps, set) => ofMock(`mock-${set + 1}`, gaps)),
]

/** Prints what was found in each, which is to be nothing; answers the exit code. */
export async function watchClean(targets: readonly Clean[], requests: number, seed: number): Promise<number> {
  let [alarms, all] = [0, 0]
  for (const { name, areas, open } of targets) {
    const { url, contract, driver, close } = await open()
    const { exchanges, inFull, findings } = await watched(url, contract, (proxyUrl) =>
      callAtOnce(proxyUrl, { contract, areas, requests, seed, driver }),
    )
    await close()
    all += exchanges
    alarms += findings.length
    console.log(`${name.padEnd(20)} ${exchanges} exchanges, ${inFull} with the model's say: ${findings.length} found`)
    for (const finding of findings) {
      const { message, expected, actual } = worded(finding)
      console.log(`  ${finding.operation}: ${message}\n    expected ${expected}\n    actual   ${actual}`.slice(0, 1000))
    }
  }
  console.log(`${all} exchanges, 8 callers at once: ${alarms} false alarms`)
  return alarms > 0 ? 1 : 0
}
