import { type Contract, loadContract } from '../../src/contract/contract.ts'
import { seedNamed } from '../../src/model/seeds/seeds.ts'
import { everyRow } from '../../src/model/table/table.ts'
import type { Arazzo } from '../../src/scenario/arazzo.ts'
import { recorded } from '../../src/scenario/recording/recorded.ts'
import { makeScenario } from '../../src/scenario/scenario.ts'
import { callersOf, namedActors } from '../actors/mock-callers.ts'
import { beyondReach } from '../journal/beyond-reach.ts'
import type { Sandbox } from '../sandboxes/mock.ts'
import { instant } from '../time/instant.ts'
import { isRefused, type Refused, refused } from '../world/refused.ts'
import { playScenario } from './play-scenario.ts'
import { type RecordedEntry, recordedJournal } from './recorded-journal.ts'

export interface Part {
  readonly name: string
  readonly summary?: string
  readonly fromEntry?: number
  /** In place of the first entry: what came after this mark. */
  readonly fromMark?: string
  readonly toEntry?: number
}

/**
 * The journal as a scenario that comes out again. Of what was before the part that is wanted, only what the part refers
 * to is kept, and the clock is left open: unless it does not come out without.
 */
export async function journalScenario(sandbox: Sandbox, part: Part): Promise<Arazzo | Refused> {
  const { holder, seed, mock } = sandbox
  const mark = holder.journal.marks.find(({ name }) => name === part.fromMark)
  if (part.fromMark !== undefined && !mark) return refused(404, `no mark is called ${part.fromMark}`)
  const { fromEntry = (mark?.entry ?? 0) + 1, toEntry = holder.entries } = part
  if (fromEntry > toEntry || toEntry > holder.entries)
    return refused(404, `the journal has no entries from ${fromEntry} to ${toEntry}; it has ${holder.entries}`)
  if (seed.saved || !seedNamed(seed.name))
    return refused(409, `a scenario begins with a seed, and this world began with ${seed.name}`)
  // Also a part of it is played from the start on.
  const gone = beyondReach(holder.journal, 0)
  if (gone !== undefined) return refused(409, gone)
  const contract = contractHere(sandbox)
  const all = recordedJournal(sandbox, toEntry)
  const least = needed(contract, all, fromEntry)
  const { world } = holder.journal.stateAt(0)
  const notes = { seed: seed.name, gaps: Object.fromEntries(holder.journal.stateAt(toEntry).gaps) }
  let why = refused(409, 'there is nothing in the journal that a scenario could do')
  for (const entries of least.length < all.length ? [least, all] : [all])
    for (const clock of [undefined, instant(world.nowMs)]) {
      if (entries.length === 0) continue
      const document = written(contract, entries, part, { ...notes, ...(clock !== undefined && { clock }) })
      const played = await playScenario(mock, makeScenario(document, part.name), undefined)
      if (!isRefused(played)) return document
      why = played
    }
  return why
}

type Notes = NonNullable<Arazzo['x-understudy']>

function written(
  contract: Contract,
  entries: readonly RecordedEntry[],
  { name, summary = name }: Part,
  notes: Notes,
): Arazzo {
  const document = recorded(contract, entries, { title: summary, name, mock: true })
  const { gaps = {}, ...others } = notes
  const assumed = Object.keys(gaps).length > 0 ? { gaps } : {}
  return { ...document, 'x-understudy': { ...document['x-understudy'], ...others, ...assumed } }
}

/** The entries from one on, and those before that made something these refer to. */
function needed(contract: Contract, all: readonly RecordedEntry[], from: number): RecordedEntry[] {
  const [workflow] = recorded(contract, all, { title: 'all', name: 'all', mock: true }).workflows
  const steps = workflow?.steps ?? []
  if (steps.length !== all.length) return [...all]
  const kept = new Set(all.flatMap(({ entry }, index) => (entry >= from ? [index] : [])))
  for (let index = all.length - 1; index >= 0; index--) {
    if (!kept.has(index)) continue
    const text = JSON.stringify(steps[index])
    for (const [, id] of text.matchAll(/\$steps\.(\w+)\./g)) kept.add(steps.findIndex(({ stepId }) => stepId === id))
  }
  return all.filter((_, index) => kept.has(index))
}

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
