/**
 * Which faults of the second candidate the judge sees, with its driver and without. `node
 * bench/eyesight/second-candidate.ts [PREFIX...]` looks at those, with the driver only; without a prefix the tables in
 * bench/eyesight/SECOND-CANDIDATE.md are written anew.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAULTS, type ListedFault } from '../../examples/second-candidate/faults.ts'
import { startCandidate } from '../../examples/second-candidate/server.ts'
import { runJudge } from '../../src/conformance/runner.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { readProfile } from '../../src/contract/read-profile.ts'
import { makeClient } from '../../src/target/client.ts'
import { loadDriver, NO_DRIVER } from '../../src/target/driver.ts'
import { asPrinted, lookAtAll, type Seen, writePage } from './table.ts'

const FOLDER = join(import.meta.dirname, '../../examples/second-candidate')
const MOST_REQUESTS = Number(process.env.MOST_REQUESTS ?? 5000)
const prefixes = process.argv.slice(2)
const chosen = FAULTS.filter(({ name }) => prefixes.length === 0 || prefixes.some((one) => name.startsWith(one)))

const withDriver = await lookAtAll(chosen, (fault) => look(fault, true))
if (prefixes.length === 0)
  writePage({
    file: 'SECOND-CANDIDATE.md',
    title: 'Eyesight: the second candidate',
    about: [
      'Its faults, one at a time, judged with its profile (no gap values), `--area` of the fault, seed 11, at most',
      `${MOST_REQUESTS} requests. Written by \`node bench/eyesight/second-candidate.ts\`.`,
    ],
    tables: [
      { heading: 'With the driver', rows: withDriver },
      {
        heading: 'Black box: no driver; what needs outside events is left out',
        rows: await lookAtAll(
          chosen.filter((fault) => fault.needs === 'api'),
          (fault) => look(fault, false),
        ),
      },
    ],
  })
process.exit()

async function look(fault: ListedFault, driven: boolean): Promise<Seen> {
  const [variant = 'a'] = fault.variants
  const candidate = await startCandidate({ variant, faults: [fault.name] })
  const file = join(FOLDER, `profile-${variant}.yaml`)
  const profile = readProfile(source, { text: readFileSync(file, 'utf8'), file, environment: process.env })
  const contract = loadContract(source, profile)
  const client = makeClient(candidate.url)
  let found = 0
  const { failures, requests } = await runJudge({
    contract,
    client,
    driver: driven ? await loadDriver(profile.driver, candidate.url, FOLDER, contract.controlOperations) : NO_DRIVER,
    url: candidate.url,
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
  await candidate.close()
  const [first] = failures
  return {
    name: fault.name,
    area: fault.area,
    needs: fault.needs,
    // What is only implied is a warning.
    caught: first?.finding.severity === 'failure' || (first !== undefined && fault.implied === true),
    requests: found || requests,
    steps: first?.sequence.steps.length ?? 0,
    byHand: fault.minimal.length,
    found: asPrinted(first),
  }
}
