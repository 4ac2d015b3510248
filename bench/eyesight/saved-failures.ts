/**
 * Whether a saved failure can be worked with: for a sample of the candidates' faults the failure's scenario is replayed on
 * the faulty target started anew, where it must fail, and on the clean one, where it must pass. `[sample] [NAME...]`
 */
import { join } from 'node:path'
import { stringify } from 'yaml'
import { FAULTS as FIRST } from '../../examples/candidate/faults.mjs'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { FAULTS as SECOND } from '../../examples/second-candidate/faults.ts'
import { startCandidate as startSecondCandidate } from '../../examples/second-candidate/server.ts'
import { UNTOLD } from '../../src/conformance/failure/failure-scenario.ts'
import { verify } from '../../src/conformance/verify.ts'
import { readScenario } from '../../src/scenario/reading/read-scenario.ts'
import { openForReplay } from '../../src/scenario/replay/open-for-replay.ts'
import { replay } from '../../src/scenario/replay/replay.ts'
import { MOST_REQUESTS, SEED } from './both-ways.ts'

const EXAMPLES = join(import.meta.dirname, '../../examples')

const all = [
  ...FIRST.map((fault) => ({ ...fault, folder: join(EXAMPLES, 'candidate'), start: startCandidate })),
  ...SECOND.map((fault) => ({ ...fault, folder: join(EXAMPLES, 'second-candidate'), start: startSecondCandidate })),
]
type Sampled = (typeof all)[number]

const [size = '40', ...names] = process.argv.slice(2)
const step = all.length / Number(size)
const sample =
  names.length > 0
    ? all.filter(({ name }) => names.includes(name))
    : Array.from({ length: Number(size) }, (_, place) => all[Math.floor(place * step)] as Sampled)

/** The result for one fault; `told` is true if criteria can express it. */
interface Outcome {
  readonly said: string
  readonly good: boolean
  readonly told: boolean
}

async function outcomeOf({ name, area, variants: [variant = 'a'], folder, start }: Sampled): Promise<Outcome> {
  const profile = join(folder, `profile-${variant}.yaml`)
  const faulty = await start({ variant, faults: [name], port: 0 })
  const look = { url: faulty.url, profile, areas: [area], seed: SEED, bail: true, maxRequests: MOST_REQUESTS }
  const { contract, report } = await verify(look).finally(() => faulty.close())
  const [failure] = report.failures
  if (!failure) return { said: 'not found', good: true, told: false }
  const { scenario: saved, how } = failure
  const scenario = readScenario(contract, { text: stringify(saved), file: `${name}.arazzo.yaml` })
  const outcomes: string[] = []
  for (const faults of [[name], []]) {
    const anew = await start({ variant, faults, port: 0 })
    const { target, close } = await openForReplay({ url: anew.url, profile })
    outcomes.push((await replay(scenario, target)).outcome)
    await close()
    await anew.close()
  }
  const told = !saved.info.description?.includes(UNTOLD)
  const [onFaulty, onClean] = outcomes
  const good = told ? onFaulty === 'failed' && onClean === 'passed' : onClean === 'passed'
  const said = `${how}, faulty anew: ${onFaulty}, clean: ${onClean}${told ? '' : ' (criteria do not tell it)'}`
  return { said, good, told }
}

const outcomes: Outcome[] = []
for (const fault of sample) {
  const outcome = await outcomeOf(fault)
  outcomes.push(outcome)
  console.log(`${outcome.good ? 'ok ' : 'NOT'} ${fault.name}: ${outcome.said}`)
}
const found = outcomes.filter(({ said }) => said !== 'not found')
const telling = found.filter(({ told }) => told)
console.log(
  `${sample.length} faults: ${found.length} found, ${telling.length} of them told by criteria; ${telling.filter(({ good }) => good).length} of those fail on the faulty target started anew and pass on the clean one`,
)
process.exitCode = outcomes.every(({ good }) => good) ? 0 : 1
