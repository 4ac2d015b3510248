/**
 * Searches the model for sequences that tell mutants of it apart, where the walks of the judge do not.
 *
 *   node bench/mutants/search.ts --area A [--kind engine|domain] [--every 2 --first 0] [--sample 40 --seed 1]
 *                                [--random 200] [--looks 24] [--minutes 4] [--black-box] [--again]
 *
 * Everything happens in this process: sequences are run once on the model as it is, then again with one mutant on, those
 * only that pass its place, and only where an answer differs is the judge asked. The sequences that tell most are kept, as
 * many as tell anything, and with --keep added to src/conformance/suite/generated. What was found of each mutant is left in
 * .cache/mutants; --page writes bench/eyesight/MUTANTS.md from all that is there. With --black-box there is no driver. With
 * --again only those of a sample are looked at that were visible before and not seen.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { castOf } from '../../src/conformance/kit/cast.ts'
import type { Phase } from '../../src/conformance/report/phases.ts'
import { plannedPhases } from '../../src/conformance/run/planned-phases.ts'
import { isBoundToNext, type Step } from '../../src/conformance/step/step.ts'
import { inShort, type SuiteSequence } from '../../src/conformance/suite/suite-sequence.ts'
import { inWordsOfAll } from '../../src/conformance/suite/symbols.ts'
import { type KINDS, mutatedCopy } from './copy.ts'
import { keepSuite } from './keep-suite.ts'
import { type Laboratory, openLaboratory, type Recorded } from './laboratory.ts'
import type { Mutant } from './mutant.ts'
import { searchedPage } from './searched-page.ts'
import { shuffled } from './shuffled.ts'
import { areaOf, type Telling, type Tried } from './tried.ts'

enableCompileCache()
const { values } = parseArgs({
  options: {
    area: { type: 'string', default: 'tokens' },
    kind: { type: 'string', default: 'domain' },
    every: { type: 'string', default: '2' },
    first: { type: 'string', default: '0' },
    random: { type: 'string', default: '200' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    looks: { type: 'string', default: '24' },
    minutes: { type: 'string', default: '4' },
    keep: { type: 'boolean', default: false },
    'black-box': { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
})

/** Number of sequences that reveal a mutant to choose from; at least one is kept. */
const ENOUGH = values.keep ? 4 : 1
/** Maximum number of sequences in an area's suite for one kind of mutants. */
const MOST_KEPT = 12
const WORTH = { unreached: 0, same: 0, open: 1, driver: 2, 'let pass': 3, observed: 4, found: 5 } as const

const started = performance.now()
const isOver = () => performance.now() - started > Number(values.minutes) * 60_000
const [WITH_DRIVER, BLACK_BOX] = ['search-', 'black-box-']
const CACHE = join(import.meta.dirname, '../../.cache/mutants')
if (values.page) {
  await writePage()
  process.exit(0)
}
const { folder, mutants } = await mutatedCopy(values.kind as keyof typeof KINDS)
const laboratory = await openLaboratory(folder, !values['black-box'])
const recorded = await recordAll(laboratory)
const walks = recorded.filter(({ phase }) => phase !== 'random').length
console.log(`${recorded.length} sequences, ${walks} of them walks; ${Math.round(performance.now() - started)} ms`)
const own = sampled(mutants.filter((mutant) => areaOf(mutant) === values.area && !laboratory.atLoading.has(mutant.id)))
const known = new Map(values.again ? kept().map((one) => [nameOf(one), one]) : [])
const tried: Tried[] = []
for (const mutant of own) {
  const before = known.get(nameOf(mutant))
  if (isOver() && !before) break
  tried.push(before && (isOver() || !isUnseen(before.best)) ? before : await tell(mutant))
  // A mutant that takes for ever loses nothing that was found before it.
  keepResults()
}
report()
if (values.keep) keepSuite(values.area, chosen())
process.exit(0)

type Kept = Recorded & { readonly phase: Phase }

async function recordAll({ contract, session, record }: Laboratory): Promise<Kept[]> {
  const operations = [...contract.operations.values()].filter(
    ({ id, area }) => area === values.area && !contract.profile.leaveOut.includes(id),
  )
  const kept: Kept[] = []
  const length = { seed: 4242, runs: Number(values.random), maxSteps: 20 }
  for (const { phase, count, sequence } of plannedPhases(session, operations, length))
    for (let index = 0; index < count && !isOver(); index++) {
      const one = await record(sequence(index).drawer)
      if (one.sequence.finding) console.log(`without a mutant: ${JSON.stringify(one.sequence.finding).slice(0, 200)}`)
      else kept.push({ ...one, phase })
    }
  return kept
}

/** A seeded sample, or every so many. What is worked out when a module is loaded takes a process of its own, not this one. */
function sampled(all: readonly Mutant[]): Mutant[] {
  if (values.sample !== undefined) return shuffled(all, Number(values.seed)).slice(0, Number(values.sample))
  return all.filter((_, index) => index % Number(values.every) === Number(values.first))
}

/**
 * Looks at the sequences that pass the place of a mutant, first some of them, spread evenly, until the walks tell it or some
 * others do, then at the rest too: a run would come past all of them.
 */
async function tell(mutant: Mutant): Promise<Tried> {
  const passing = [...recorded.keys()].filter((index) => recorded[index]?.passes.has(mutant.id))
  const by: Telling[] = []
  let best: Tried['best'] = { kind: passing.length === 0 ? 'unreached' : 'same' }
  const lookAt = async (indexes: readonly number[]) => {
    for (const index of indexes) {
      if (by.length >= ENOUGH) break
      const seen = await laboratory.look(recorded[index] as Kept, mutant.id)
      if (WORTH[seen.kind] > WORTH[best.kind]) best = seen
      if (seen.kind === 'found' || seen.kind === 'observed') by.push({ sequence: index, steps: seen.steps })
    }
  }
  const first = spread(passing, Number(values.looks))
  await lookAt(first)
  await lookAt(passing.filter((index) => !first.includes(index)))
  return { ...mutant, passed: passing.length, best, by }
}

function isUnseen({ kind }: Tried['best']): boolean {
  return kind === 'let pass' || kind === 'driver'
}

/** A given number of walks and of others, evenly chosen. */
function spread(passing: readonly number[], most: number): number[] {
  const evenly = (items: readonly number[]) => {
    const step = Math.max(1, items.length / most)
    return Array.from({ length: Math.min(most, items.length) }, (_, place) => items[Math.floor(place * step)] as number)
  }
  return [...evenly(passing.filter((index) => index < walks)), ...evenly(passing.filter((index) => index >= walks))]
}

/** The sequences that tell most, each cut where it has told what it is kept for. */
function chosen(): SuiteSequence[] {
  let left = tried.filter(({ by }) => by.length > 0)
  const suite: SuiteSequence[] = []
  while (left.length > 0 && suite.length < MOST_KEPT) {
    const telling = Map.groupBy(
      left.flatMap(({ by }) => by),
      ({ sequence }) => sequence,
    )
    const [index, told] = [...telling].toSorted(([, a], [, b]) => b.length - a.length)[0] as [number, Telling[]]
    left = left.filter(({ by }) => !by.some(({ sequence }) => sequence === index))
    const length = Math.max(...told.map(({ steps }) => steps))
    const steps = wordedFor(recorded[index] as Kept)?.slice(0, length)
    if (steps) suite.push({ tells: told.length, steps })
  }
  return suite
}

function wordedFor({ sequence, moments, before }: Kept): SuiteSequence['steps'] | undefined {
  const { contract } = laboratory
  const around = { contract, cast: castOf(contract), base: before.base }
  const steps = sequence.steps.flatMap(
    (step, index) => inWordsOfAll({ ...around, nowMs: moments[index] ?? 0 }, step) ?? [],
  )
  const isBound = steps.some((step) => isBoundToNext(step) || namesOneWorld(step))
  const isWhole = steps.length === sequence.steps.length && !isBound
  return isWhole ? steps.map(inShort) : undefined
}

/** A digest made from the names of one run, or an identifier that no answer of the sequence gave. */
const namesOneWorld = (step: Step): boolean =>
  JSON.stringify(step).includes('sha256:') ||
  (step.kind === 'request' && Object.values(step.parameters).some((value) => !value.includes('⟪')))

function report(): void {
  const told = tried.filter(({ by }) => by.length > 0)
  const count = (kind: string) => tried.filter(({ best }) => best.kind === kind).length
  const kinds = ['found', 'observed', 'let pass', 'driver', 'open', 'same', 'unreached'].map(
    (kind) => `${count(kind)} ${kind}`,
  )
  const byWalks = told.filter(({ by }) => (by[0]?.sequence ?? walks) < walks).length
  console.log(
    `${values.area} ${values.kind}: ${tried.length} of ${own.length} tried: ${kinds.join(', ')}; ${byWalks} by walks, ${told.length - byWalks} by others only; ${Math.round((performance.now() - started) / 1000)} s`,
  )
}

function keepResults(): void {
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(resultsFile(), JSON.stringify(tried, undefined, 1))
}

/** What was kept of the same mutants by an earlier search. */
function kept(): Tried[] {
  return JSON.parse(readFileSync(resultsFile(), 'utf8'))
}

function resultsFile(): string {
  const which = values.sample === undefined ? `${values.every}-${values.first}` : `sample-${values.seed}`
  return join(CACHE, `${values['black-box'] ? BLACK_BOX : WITH_DRIVER}${values.kind}-${values.area}-${which}.json`)
}

async function writePage(): Promise<void> {
  const [engine, domain] = await Promise.all([mutatedCopy('engine'), mutatedCopy('domain')])
  const of = engine.mutants.length + domain.mutants.length
  const page = searchedPage(resultsIn(WITH_DRIVER), { of, blackBox: resultsIn(BLACK_BOX) })
  writeFileSync(join(import.meta.dirname, '../eyesight/MUTANTS.md'), page)
}

/** All results that are there, each change once. */
function resultsIn(prefix: string): Tried[] {
  const all = readdirSync(CACHE)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => JSON.parse(readFileSync(join(CACHE, name), 'utf8')) as Tried[])
  return [...new Map(all.map((one) => [nameOf(one), one])).values()]
}

/** The same for the same change, also when others have come before it since. */
function nameOf({ file, line, mutator, from, to }: Mutant): string {
  return [file, line, mutator, from, to].join(' ')
}
