/**
 * Targets without faults, whose choices at open points the judge is not told: the mock as it is and with sets of choices
 * that cover every value of every gap, and all candidates in all variants. Nothing may be found.
 * `[requests of each] [NAME...]` takes those whose name begins so: `mock`, `mock-3`, `candidate`, `second-candidate-b`; and
 * `drawn-7`, a mock whose choices are drawn by chance, the seventh of as many as one likes, judged with a seed of its own.
 * `random` among the names leaves out everything but random sequences, which otherwise come last; `eight` runs eight at a time;
 * `apart` judges each area in a run of its own, so that those get further; areas that are named are the only ones judged.
 */
import { worded } from '../../src/conformance/finding/words.ts'
import { AREAS } from '../../src/contract/areas.ts'
import { coveringChoices, drawnChoices, otherChoices } from './covering-profiles.ts'
import { hasJava, judgeEighthCandidate } from './eighth-candidate.ts'
import { judgeEleventhCandidate } from './eleventh-candidate.ts'
import { judgeFifteenthCandidate } from './fifteenth-candidate.ts'
import { hasFastApi, judgeFifthCandidate } from './fifth-candidate.ts'
import { judgeFourteenthCandidate } from './fourteenth-candidate.ts'
import { hasGo, judgeFourthCandidate } from './fourth-candidate.ts'
import { judgeCandidate, judgeSecondCandidate } from './judge-candidate.ts'
import { judgeMock } from './judge-mock.ts'
import type { Judged, Look } from './judged.ts'
import { hasRust, judgeNinthCandidate } from './ninth-candidate.ts'
import { judgeSeventhCandidate } from './seventh-candidate.ts'
import { judgeSixteenthCandidate } from './sixteenth-candidate.ts'
import { judgeSixthCandidate } from './sixth-candidate.ts'
import { judgeTenthCandidate } from './tenth-candidate.ts'
import { hasPython, judgeThirdCandidate } from './third-candidate.ts'
import { judgeThirteenthCandidate } from './thirteenth-candidate.ts'
import { judgeTwelfthCandidate } from './twelfth-candidate.ts'

interface Clean {
  readonly name: string
  readonly areas: readonly string[]
  readonly seed?: number
  readonly judge: (look: Look) => Promise<Judged>
}

const [most = '20000', ...named] = process.argv.slice(2)
const namedAreas = AREAS.filter((area) => named.includes(area))
const only = named.filter((name) => !['random', 'eight', 'apart', ...namedAreas].includes(name))
const skip: Look['skip'] = named.includes('random') ? ['walk', 'invalid', 'parallel'] : []
const concurrency = named.includes('eight') ? 8 : 1
const FIRST = ['oncall', 'uptime', 'tokens']
const SECOND = ['iam', 'organization', 'registry', 'email', 'clusters']

/** Those of one variant, and whether what they are written in is here. */
const CANDIDATES = [
  { name: 'fourth', runs: hasGo(), judge: judgeFourthCandidate },
  { name: 'fifth', runs: hasFastApi(), judge: judgeFifthCandidate },
  { name: 'sixth', runs: true, judge: judgeSixthCandidate },
  { name: 'seventh', runs: hasPython(), judge: judgeSeventhCandidate },
  { name: 'eighth', runs: hasJava(), judge: judgeEighthCandidate },
  { name: 'ninth', runs: hasRust(), judge: judgeNinthCandidate },
  { name: 'tenth', runs: true, judge: judgeTenthCandidate },
  { name: 'eleventh', runs: hasGo(), judge: judgeEleventhCandidate },
  { name: 'twelfth', runs: hasJava(), judge: judgeTwelfthCandidate },
  { name: 'thirteenth', runs: hasPython(), judge: judgeThirteenthCandidate },
  { name: 'fourteenth', runs: true, judge: judgeFourteenthCandidate },
  { name: 'sixteenth', runs: hasGo(), judge: judgeSixteenthCandidate },
  { name: 'fifteenth', runs: hasPython(), judge: judgeFifteenthCandidate },
]

const TARGETS: readonly Clean[] = [
  ...[{}, ...coveringChoices()].map((gaps, set) => ({
    name: set === 0 ? 'mock' : `mock-${set}`,
    areas: AREAS,
    judge: (look: Look) => judgeMock({ ...look, gaps, driver: true }),
  })),
  ...([0, 1] as const).map((set) => ({
    name: `other-${set + 1}`,
    areas: AREAS,
    judge: (look: Look) => judgeMock({ ...look, gaps: otherChoices(set), driver: true }),
  })),
  ...(['a', 'b'] as const).flatMap((variant) => [
    {
      name: `candidate-${variant}`,
      areas: FIRST,
      judge: (look: Look) => judgeCandidate({ ...look, variant, driver: true }),
    },
    {
      name: `second-candidate-${variant}`,
      areas: SECOND,
      judge: (look: Look) => judgeSecondCandidate({ ...look, variant, driver: true }),
    },
    ...(hasPython()
      ? [
          {
            name: `third-candidate-${variant}`,
            areas: AREAS,
            judge: (look: Look) => judgeThirdCandidate({ ...look, variant, driver: true }),
          },
        ]
      : []),
  ]),
  ...CANDIDATES.filter(({ runs }) => runs).map(({ name, judge }) => ({
    name: `${name}-candidate`,
    areas: AREAS,
    judge: (look: Look) => judge({ ...look, variant: 'a', driver: true }),
  })),
  ...only.flatMap((name): readonly Clean[] => {
    const seed = Number(/^drawn-(\d+)$/.exec(name)?.[1])
    const judge = (look: Look) => judgeMock({ ...look, gaps: drawnChoices(seed), driver: true })
    return Number.isNaN(seed) ? [] : [{ name, areas: AREAS, seed, judge }]
  }),
]

let found = 0
const isApart = named.includes('apart')

for (const { name, areas: all, seed = 20, judge } of TARGETS.filter(isAsked)) {
  const areas = all.filter((area) => namedAreas.length === 0 || namedAreas.some((one) => one === area))
  for (const together of isApart ? areas.map((area) => [area]) : [areas]) {
    const started = performance.now()
    const look = { areas: together, seed, maxRequests: Number(most), bail: false, skip, concurrency }
    const { requests, failures, coverage } = await judge(look)
    const seconds = (performance.now() - started) / 1000
    const severe = failures.filter(({ finding }) => finding.severity === 'failure').length
    found += failures.length
    console.log(
      `${name}${isApart ? ` ${together}` : ''}: ${requests} requests in ${seconds.toFixed(0)} s, ${severe} failures, ${failures.length - severe} warnings, ${coverage.refusals.size} refusals on their own`,
    )
    for (const { finding } of failures) {
      const { message, expected, actual } = worded(finding)
      console.log(`  ${finding.operation}: ${message} (expected ${expected}, got ${actual})`)
    }
    for (const [reason, times] of coverage.inconclusive) console.log(`  inconclusive ${times} x ${reason}`)
  }
}
process.exit(found === 0 ? 0 : 1)

function isAsked({ name }: Clean): boolean {
  return (
    only.length === 0 ||
    only.some((one) => (one === 'mock' || one.startsWith('drawn-') ? name === one : name.startsWith(one)))
  )
}
