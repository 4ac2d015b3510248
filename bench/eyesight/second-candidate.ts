/**
 * Which faults of the second candidate the judge sees, with its driver and without. `node
 * bench/eyesight/second-candidate.ts [--black-box] [PREFIX...]` looks at those, with the driver only (or only without); without a prefix the tables in
 * bench/eyesight/SECOND-CANDIDATE.md are written anew.
 */
import { FAULTS, type ListedFault } from '../../examples/second-candidate/faults.ts'
import { lookBothWays, MOST_REQUESTS, SEED } from './both-ways.ts'
import { judgeSecondCandidate } from './judge-candidate.ts'
import { type Seen, seen } from './table.ts'

await lookBothWays({
  faults: FAULTS,
  look,
  byApiAlone: (fault) => fault.needs === 'api',
  page: {
    file: 'SECOND-CANDIDATE.md',
    title: 'Eyesight: the second candidate',
    about: [
      `Its faults, one at a time, judged with its profile (no gap values), \`--area\` of the fault, seed ${SEED}, at most`,
      `${MOST_REQUESTS} requests. Written by \`node bench/eyesight/second-candidate.ts\`.`,
    ],
  },
})
process.exit()

async function look(fault: ListedFault, driver: boolean): Promise<Seen> {
  const { name, area, needs, minimal, implied = false, variants } = fault
  const [variant = 'a'] = variants
  const result = await judgeSecondCandidate({
    variant,
    faults: [name],
    areas: [area],
    seed: SEED,
    maxRequests: MOST_REQUESTS,
    bail: true,
    driver,
  })
  return seen({ name, needs, byHand: minimal.length }, result, implied)
}
