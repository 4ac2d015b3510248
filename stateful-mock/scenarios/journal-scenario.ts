import { type Contract, loadContract } from '../../src/contract/contract.ts'
import { seedNamed } from '../../src/model/seeds/seeds.ts'
import { everyRow } from '../../src/model/table/table.ts'
import type { Arazzo, ArazzoStep } from '../../src/scenario/arazzo.ts'
import { recordedInTurns } from '../../src/scenario/recording/recorded.ts'
import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import { makeTurns } from '../../src/scenario/replay/turns.ts'
import { makeScenario } from '../../src/scenario/scenario.ts'
import { callersOf, namedActors } from '../actors/mock-callers.ts'
import { beyondReach } from '../journal/beyond-reach.ts'
import type { Sandbox } from '../sandboxes/mock.ts'
import { instant } from '../time/instant.ts'
import { isRefused, type Refused, refused } from '../world/refused.ts'
import { playScenario } from './play-scenario.ts'
import { type RecordedEntry, recordedJournal } from './recorded-journal.ts'
import { withRequests } from './recorded-requests.ts'
import { relatedEntries } from './related-entries.ts'

type TakeTurns = () => Promise<void>

export interface Part {
  readonly name: string
  readonly summary?: string
  readonly fromEntry?: number
  /** In place of the first entry: what came after this mark. */
  readonly fromMark?: string
  readonly toEntry?: number
  /** The requests that are included although they changed nothing. */
  readonly include?: 'changes' | 'refusals' | 'requests'
  /** In place of those: some, by their numbers in the request log. */
  readonly requests?: readonly number[]
}

/**
 * The journal as a scenario that comes out again. Of what was before the part that is wanted, only what the part refers
 * to is kept, and the clock is left open: unless it does not come out without.
 */
export async function journalScenario(sandbox: Sandbox, part: Part): Promise<SavedScenario | Refused> {
  const { holder, seed, mock } = sandbox
  const mark = holder.journal.marks.find(({ name }) => name === part.fromMark)
  if (part.fromMark !== undefined && !mark) return refused(404, `there is no mark named ${part.fromMark}`)
  const { fromEntry = (mark?.entry ?? 0) + 1, toEntry = holder.entries } = part
  const alone = part.requests !== undefined || (part.include ?? 'changes') !== 'changes'
  if (fromEntry > toEntry + (alone ? 1 : 0) || toEntry > holder.entries)
    return refused(404, `the journal has no entries from ${fromEntry} to ${toEntry}; it has ${holder.entries}`)
  if (seed.saved || !seedNamed(seed.name))
    return refused(409, `a scenario must start from a seed, but this world started from ${seed.name}`)
  // Also a part of it is played from the start on.
  const gone = beyondReach(holder.journal, 0)
  if (gone !== undefined) return refused(409, gone)
  const contract = contractHere(sandbox)
  const takeTurns = turnsOf(mock)
  const wanted = part.requests ? selected(sandbox, part.requests) : { fromEntry }
  const journal = await recordedJournal(sandbox, toEntry, takeTurns)
  const happened = withRequests(sandbox, journal, { ...part, fromEntry, toEntry })
  if (isRefused(happened)) return happened
  const steps = happened.filter((entry) => isWanted(entry, wanted)).length
  if (steps === 0) return refused(409, 'there is nothing in the journal that a scenario could do')
  if (steps > MOST_STEPS) return refused(409, tooLong(steps))
  const isLong = happened.length > MOST_STEPS
  const all = isLong ? relatedEntries(contract, happened, (entry) => isWanted(entry, wanted)) : happened
  const selections = await choices(contract, all, wanted, takeTurns)
  const start = instant(holder.journal.stateAt(0).world.nowMs)
  const gaps = Object.fromEntries(holder.journal.stateAt(toEntry).gaps)
  let why: Refused | undefined
  for (const attempt of attempts(seed.name, start))
    for (const entries of selections) {
      const saved = await written(contract, entries, part, { ...attempt, gaps, takeTurns })
      const played = await playScenario(mock, makeScenario(saved.document, part.name), undefined)
      if (!isRefused(played)) return saved
      why ??= played
    }
  return why ?? refused(409, 'the scenario could not be played')
}

/** Nobody reads a longer one, and writing it would hold up everybody else. */
const MOST_STEPS = 500

const tooLong = (steps: number): string =>
  `a scenario has at most ${MOST_STEPS} steps, and this part of the journal has ${steps}: choose a shorter one`

const turnsOf = ({ platform: { startTimer } }: Sandbox['mock']) =>
  makeTurns(() => new Promise((resolve) => void startTimer(resolve, 0)))

/** A possible start of a scenario; the first that works is taken, so that it depends on as little as possible. */
interface Attempt {
  readonly seed: string
  readonly clock?: string
  readonly asItWas?: boolean
}

const attempts = (seed: string, clock: string): readonly Attempt[] => [
  { seed: 'small' },
  { seed: 'small', clock },
  { seed },
  { seed, clock },
  { seed, asItWas: true },
  { seed, clock, asItWas: true },
]

export interface SavedScenario {
  readonly document: Arazzo
  /** The values that it still takes from this world, in words. */
  readonly dependsOn: readonly string[]
}

interface Begin extends Attempt {
  readonly gaps: NonNullable<Notes['gaps']>
  readonly takeTurns: TakeTurns
}

async function written(
  contract: Contract,
  entries: readonly RecordedEntry[],
  { name, summary = name }: Part,
  { asItWas = false, gaps, takeTurns, ...begin }: Begin,
): Promise<SavedScenario> {
  const options = { title: summary, name, mock: true, asItWas }
  const { document, dependences } = await recordedInTurns(contract, entries, options, takeTurns)
  const assumed = Object.keys(gaps).length > 0 ? { gaps } : {}
  const notes = { ...document['x-understudy'], ...begin, ...assumed }
  return {
    document: { ...document, 'x-understudy': notes },
    dependsOn: [
      ...(asItWas ? [`it plays only on the seed ${begin.seed}, with the things that are there`] : []),
      ...dependences,
    ],
  }
}

type Notes = NonNullable<Arazzo['x-understudy']>

/** The content of a scenario: everything from an entry on, or single requests and entries. */
type Wanted =
  | { readonly fromEntry: number }
  | { readonly requests: readonly number[]; readonly entries: readonly number[] }

/** Of requests that changed the world the journal has the entries. */
function selected({ requestLog }: Sandbox, requests: readonly number[]): Wanted {
  return { requests, entries: requests.flatMap((id) => requestLog.get(id)?.answer.why.entry ?? []) }
}

const isWanted = ({ entry, request }: RecordedEntry, wanted: Wanted): boolean => {
  if ('fromEntry' in wanted)
    return entry >= wanted.fromEntry || (request !== undefined && entry >= wanted.fromEntry - 1)
  return request === undefined ? wanted.entries.includes(entry) : wanted.requests.includes(request)
}

/**
 * The selections to try, the smallest first: the wanted entries and those that made their things; then everything that
 * happened to those things; then all entries.
 */
async function choices(
  contract: Contract,
  all: readonly RecordedEntry[],
  wanted: Wanted,
  takeTurns: TakeTurns,
): Promise<RecordedEntry[][]> {
  const { parts } = await recordedInTurns(contract, all, { title: 'all', name: 'all', mock: true }, takeTurns)
  const kept = new Set<RecordedExchange>(all.filter((entry) => isWanted(entry, wanted)))
  const used = new Set<string>()
  for (const { exchange, steps } of parts.toReversed()) {
    if (!kept.has(exchange)) continue
    for (const id of usedIn(steps)) used.add(id)
    for (const part of parts) if (part.steps.some(({ stepId }) => used.has(stepId))) kept.add(part.exchange)
  }
  const last = all.findLastIndex((entry) => kept.has(entry))
  const touching = new Set(
    parts.flatMap(({ exchange, steps }) => (usedIn(steps).some((id) => used.has(id)) ? exchange : [])),
  )
  const least = all.filter((entry) => kept.has(entry))
  const related = all.filter((entry, index) => kept.has(entry) || (index < last && touching.has(entry)))
  return [
    least,
    ...(related.length > least.length ? [related] : []),
    ...(all.length > related.length ? [[...all]] : []),
  ]
}

/** The steps whose answers some steps use. */
const usedIn = (steps: readonly ArazzoStep[]): string[] =>
  [...JSON.stringify(steps).matchAll(/\$steps\.(\w+)\./g)].map(([, id = '']) => id)

/** The contract with the people and services of this world, so that they become inputs. */
function contractHere(sandbox: Sandbox): Contract {
  const { contract, holder } = sandbox
  const headers = new Map(callersOf(sandbox).map((caller) => [caller.name, caller.headers]))
  const actors = namedActors(sandbox).map(([name, { userId, organization, role }]) => [
    name,
    { user: userId, organization, role, headers: headers.get(name) ?? {} },
  ])
  const oncallServices = [...everyRow(holder.world.tables.OncallService)].map(({ id }) => id)
  const { profile } = contract
  return loadContract(contract.source, {
    ...profile,
    actors: { ...profile.actors, ...Object.fromEntries(actors) },
    vocabulary: { ...profile.vocabulary, oncallServices: [...(profile.vocabulary.oncallServices ?? oncallServices)] },
  })
}
