/**
 * Which faults of the candidate the judge sees, after how many requests, and how short the sequence
 * is that it prints. `node bench/eyesight/run.ts [NAME...]` looks at single ones; without names the
 * table in bench/eyesight/README.md is written anew.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAULTS, type Fault } from '../../examples/candidate/faults.mjs'
import { judgeCandidate } from './judge-candidate.ts'
import { whatNothingShows } from './table.ts'

const MOST_REQUESTS = 5000
const names = process.argv.slice(2)
const chosen = FAULTS.filter(({ name }) => names.length === 0 || names.includes(name))

interface Seen {
  readonly fault: Fault
  readonly caught: boolean
  readonly requests: number
  readonly steps: number
  readonly found: string
}

const rows: Seen[] = []
for (const fault of chosen) {
  const seen = await look(fault)
  rows.push(seen)
  console.log(cells(seen).join('  '))
}
const summary = summed(rows)
console.log(`\n${summary}`)
if (names.length === 0) writeFileSync(join(import.meta.dirname, 'README.md'), page(rows, summary))

async function look(fault: Fault): Promise<Seen> {
  const [variant = 'a'] = fault.variants
  const { failures, found } = await judgeCandidate({
    variant,
    faults: [fault.name],
    areas: [fault.area],
    seed: 11,
    maxRequests: MOST_REQUESTS,
    bail: true,
    driver: true,
  })
  const [first] = failures
  return {
    fault,
    caught: first?.finding.severity === 'failure',
    requests: found,
    steps: first?.sequence.steps.length ?? 0,
    found: first
      ? `${first.how === 'reduced' ? '' : `(${first.how}) `}${first.finding.operation}: ${first.finding.message}`
      : '',
  }
}

function cells({ fault, caught, requests, steps, found }: Seen): string[] {
  return [
    fault.name.padEnd(30),
    fault.needs.padEnd(6),
    caught ? 'caught' : 'MISSED',
    String(requests).padStart(5),
    `${steps}/${fault.minimal.length}`.padStart(7),
    found.slice(0, 90),
  ]
}

function summed(all: readonly Seen[]): string {
  const caught = all.filter((row) => row.caught)
  const within = caught.filter(({ steps, fault }) => steps <= fault.minimal.length + 2).length
  return `${caught.length} of ${all.length} caught, after a median of ${median(caught.map(({ requests }) => requests))} requests; ${within} of ${caught.length} shown within two steps of the hand-written sequence`
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function page(all: readonly Seen[], summary: string): string {
  const lines = all.map(
    ({ fault, caught, requests, steps, found }) =>
      `| ${fault.name} | ${fault.needs} | ${caught ? requests : 'not seen'} | ${steps} | ${fault.minimal.length} | ${found
        .replaceAll('|', '\\|')
        .replace(/ \d{4,}/g, '')
        .slice(0, 110)} |`,
  )
  return [
    '# Eyesight',
    '',
    "The candidate's faults, one at a time, judged with its profile and driver (no gap values), `--area` of the fault,",
    `seed 11, at most ${MOST_REQUESTS} requests. Written by \`node bench/eyesight/run.ts\`.`,
    '',
    `**${summary}.**`,
    '',
    '| fault | needs | requests until seen | steps printed | by hand | as printed |',
    '|---|---|--:|--:|--:|---|',
    ...lines,
    ...whatNothingShows(all.map(({ fault }) => fault.name)),
    '',
  ].join('\n')
}
