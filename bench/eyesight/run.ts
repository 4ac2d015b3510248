/**
 * Which faults of the candidate the judge sees, after how many requests, and how short the sequence
 * is that it prints. `node bench/eyesight/run.ts [NAME...]` looks at single ones; without names the
 * table in bench/eyesight/README.md is written anew.
 */
import { FAULTS, type Fault } from '../../examples/candidate/faults.mjs'
import { MOST_REQUESTS, SEED } from './both-ways.ts'
import { judgeCandidate } from './judge-candidate.ts'
import { lookAtAll } from './look-at-all.ts'
import { type Seen, seen, writePage } from './table.ts'

const names = process.argv.slice(2)
const chosen = FAULTS.filter(({ name }) => names.length === 0 || names.includes(name))

const rows = await lookAtAll(chosen, look)
if (names.length === 0)
  writePage({
    file: 'README.md',
    title: 'Eyesight',
    about: [
      "The candidate's faults, one at a time, judged with its profile and driver (no gap values), `--area` of the fault,",
      `seed ${SEED}, at most ${MOST_REQUESTS} requests. Written by \`node bench/eyesight/run.ts\`.`,
    ],
    tables: [{ rows }],
  })

async function look({ name, area, needs, minimal, variants: [variant = 'a'] }: Fault): Promise<Seen> {
  const result = await judgeCandidate({
    variant,
    faults: [name],
    areas: [area],
    seed: SEED,
    maxRequests: MOST_REQUESTS,
    bail: true,
    driver: true,
  })
  return seen({ name, needs, byHand: minimal.length }, result)
}
