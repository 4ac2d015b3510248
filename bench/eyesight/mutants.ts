/**
 * How many changes to the model that nobody here chose the judge sees: a seeded sample of the mutants that an engine
 * (and mutators of our domain) find in `src/model/areas`, each judged with its driver in its own area.
 *
 *   node bench/eyesight/mutants.ts [--sample 1500] [--seed 1] [--kind engine|domain] [--area A] [--shard I/N]
 *                                  [--requests 5000] [--black-box] [--jobs 2]
 *
 * It goes on where it stopped: what came of each mutant is kept in `.cache/mutants`, by the sources' hash. Whoever
 * changed the judge since begins anew with --anew. With the whole sample looked at it writes bench/eyesight/MUTANTS.md.
 */
import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { askedGaps, otherValues } from '../mutants/asked-gaps.ts'
import { type KINDS, mutatedCopy } from '../mutants/copy.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { shuffled } from '../mutants/shuffled.ts'
import { type Fate, fateOf, page, summed } from '../mutants/table.ts'

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '1500' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string' },
    area: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    requests: { type: 'string', default: '5000' },
    'black-box': { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
    anew: { type: 'boolean', default: false },
  },
})

interface Place extends Mutant {
  readonly folder: string
}

type Printed = Readonly<Record<string, unknown>> | undefined

const contract = loadContract(source)
const cleanRuns = new Map<string, Promise<Printed>>()
const HANGS_MS = 300_000
const areaOf = ({ file }: Mutant): string => file.split('/')[3] ?? ''
const driver = values['black-box'] ? 'none' : 'driver'
const kinds = values.kind === undefined ? (['engine', 'domain'] as const) : [values.kind as keyof typeof KINDS]
const copies = await Promise.all(kinds.map((kind) => mutatedCopy(kind)))
const all: Place[] = copies.flatMap(({ folder, mutants }) => mutants.map((mutant) => ({ ...mutant, folder })))
const ours = all.filter((mutant) => values.area === undefined || areaOf(mutant) === values.area)
const [index = 1, shards = 1] = values.shard.split('/').map(Number)
const sample = shuffled(ours, Number(values.seed)).slice(0, Number(values.sample))
const kept = join(
  import.meta.dirname,
  '../../.cache/mutants',
  `${copies.map(({ folder }) => basename(folder)).join('+')}-${driver}.jsonl`,
)
if (values.anew) rmSync(kept, { force: true })
mkdirSync(join(kept, '..'), { recursive: true })
const known = new Map(readKept().map((fate) => [fate.id, fate]))
const left = sample.filter(({ id }, place) => place % shards === index - 1 && !known.has(id))
console.log(`${all.length} mutants, ${sample.length} in the sample, ${left.length} to look at`)
await Promise.all(Array.from({ length: Number(values.jobs) }, work))
const fates = sample.flatMap(({ id }) => known.get(id) ?? [])
console.log(`\n${summed(fates)}`)
if (values.kind === undefined && values.area === undefined && driver === 'driver' && fates.length === sample.length)
  writeFileSync(join(import.meta.dirname, 'MUTANTS.md'), page(fates, { of: all.length, ...values }))

async function work(): Promise<void> {
  for (let mutant = left.shift(); mutant; mutant = left.shift()) {
    const fate = await lookAt(mutant)
    known.set(fate.id, fate)
    appendFileSync(kept, `${JSON.stringify(fate)}\n`)
    console.log(
      `${fate.end.padEnd(10)} ${fate.area.padEnd(12)} ${fate.mutator.padEnd(24)} ${fate.file}:${fate.line}  ${fate.from} -> ${fate.to}  ${fate.shown ?? ''}`.slice(
        0,
        240,
      ),
    )
  }
}

/**
 * Judged first as it is. What passes is judged once more where the gaps that its file asks for are filled otherwise: much
 * of the model runs only then. What still passes is looked at by the tests, to tell what can be seen at all.
 */
async function lookAt({ folder, ...mutant }: Place): Promise<Fate> {
  const area = areaOf(mutant)
  const asked = askedGaps(mutant)
  const others = JSON.stringify(otherValues(contract, asked))
  for (const gaps of others === '{}' ? ['{}'] : ['{}', others]) {
    // A run is the same as without the mutant up to the first time that its place is passed.
    if (!listOf((await withoutMutant(folder, area, gaps))?.passed).includes(mutant.id)) continue
    const judged = await judge(folder, mutant.id, area, gaps)
    const observed = judged?.caught ? [] : await newlyObserved(folder, area, gaps, judged)
    // Another choice at a gap that the changed file asks for is what the change comes to.
    const own = observed.filter((one) => asked.has(one.split(' = ')[0] ?? ''))
    if (!judged || judged.caught || own.length > 0) return fateOf({ ...mutant, area }, judged, { observed: own })
  }
  const tests = await child('visible.ts', folder, mutant.id, area)
  return fateOf({ ...mutant, area }, { caught: false }, { tests, observed: [] })
}

const judge = (folder: string, id: string, area: string, gaps: string) =>
  child('look.ts', folder, id, area, '11', values.requests, driver, gaps)

/** Gap observations that the model without mutants does not show. */
async function newlyObserved(folder: string, area: string, gaps: string, judged: Printed): Promise<string[]> {
  const usual = new Set(listOf((await withoutMutant(folder, area, gaps))?.observed))
  return listOf(judged?.observed).filter((one) => !usual.has(one))
}

/** The same run on the model as it is. */
function withoutMutant(folder: string, area: string, gaps: string): Promise<Printed> {
  const key = `${folder} ${area} ${gaps}`
  const clean = cleanRuns.get(key) ?? judge(folder, '', area, gaps)
  cleanRuns.set(key, clean)
  return clean
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The output of a child process; undefined if it hung. */
function child(name: string, ...args: string[]): Promise<Printed> {
  const program = join(import.meta.dirname, '../mutants', name)
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args],
      { timeout: HANGS_MS, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => {
        const line = stdout.trim().split('\n').at(-1) ?? ''
        if (line.startsWith('{')) return resolve(JSON.parse(line))
        // A mutant that does not even load, or ends the process, is seen by whoever starts it.
        resolve(
          error?.killed ? undefined : { caught: true, message: `does not run: ${stderr.trim().split('\n').at(-1)}` },
        )
      },
    )
  })
}

function readKept(): Fate[] {
  if (!existsSync(kept)) return []
  return readFileSync(kept, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Fate)
}
