import type { components } from '../../src/contract/generated/control.ts'
import { buildPath } from '../../src/contract/routes.ts'
import { getRow, keyOf, type Row, type Table } from '../../src/model/table/table.ts'
import type { Change, World } from '../../src/model/world/world.ts'
import { actorNameOf } from '../actors/mock-callers.ts'
import type { Entry, Input } from '../journal/entry.ts'
import type { Replayed } from '../journal/replay-entry.ts'
import type { Sandbox } from '../sandboxes/mock.ts'
import { instant } from '../time/instant.ts'
import { apiEntities } from './api-entities.ts'
import { numberedAnswer } from './numbered-answer.ts'

type Touched = components['schemas']['Change']
type Numbered = Replayed & { readonly number: number; readonly entry: Entry }

/** A journal entry: who did what, and what it changed. */
export function journalEntryView(
  sandbox: Sandbox,
  replayed: Numbered,
  actions: ReadonlyMap<number, number>,
): components['schemas']['JournalEntry'] {
  const { number, entry, outcome, changes, before } = replayed
  const { input } = entry
  const actor = input.kind === 'request' ? actorNameOf(sandbox, before.world, input.request.credential) : undefined
  const mark = sandbox.holder.journal.marks.find((one) => one.entry === number)
  return {
    entry: number,
    action: actions.get(number) ?? number,
    at: instant(entry.atMs),
    kind: input.kind,
    name: nameOf(input),
    ...(actor !== undefined && { actor }),
    ...(outcome && { status: statusOf(outcome) }),
    rules: [...(outcome?.rules ?? [])],
    gaps: [...(outcome?.gaps ?? [])],
    changed: touched(before.world, changes, apiEntities(sandbox.contract)),
    ...(mark && { mark: mark.name }),
  }
}

/** The same with the whole input and the answer. */
export function fullEntryView(sandbox: Sandbox, replayed: Numbered, actions: ReadonlyMap<number, number>) {
  const { number, entry, outcome, answer } = replayed
  const answered = outcome
    ? { status: statusOf(outcome), ...(outcome.kind === 'success' && { body: outcome.body }) }
    : answer === undefined
      ? undefined
      : { status: 200, body: numberedAnswer(answer, number) }
  return {
    ...journalEntryView(sandbox, replayed, actions),
    input: shownInput(entry.input),
    ...(answered && { answer: answered }),
  }
}

function nameOf(input: Input): string {
  if (input.kind === 'request') return input.request.operation.id
  return input.kind === 'clock' ? input.clock.mode : input.name
}

const statusOf = (outcome: NonNullable<Replayed['outcome']>): number =>
  outcome.kind === 'success' ? outcome.status : outcome.refusals[0].status

/** The input without its credential. */
function shownInput(input: Input): Record<string, unknown> {
  switch (input.kind) {
    case 'request': {
      const { operation, parameters, query, organization, body } = input.request
      const asked = Object.keys(query).length > 0
      return {
        method: operation.method,
        path: buildPath(operation, parameters),
        ...(asked && { query }),
        ...(organization !== undefined && { organization }),
        ...(body !== undefined && { body }),
      }
    }
    case 'event':
    case 'outbound':
      return { organization: input.org, body: input.body }
    case 'timer':
      return { timer: input.name, due: input.due }
    case 'clock':
      return { mode: input.clock.mode, ...('atMs' in input.clock && { now: instant(input.clock.atMs) }) }
    case 'gap':
      return { gap: input.name, ...(input.value !== undefined && { value: input.value }) }
  }
}

/** The things that an input changed, each once, without those that only the model knows. */
function touched(before: World, changes: readonly Change[], entities: ReadonlySet<string>): Touched[] {
  const found = new Map<string, Touched>()
  for (const change of changes) {
    if (change.kind !== 'put' && change.kind !== 'remove') continue
    // The key of a Credential row is the credential itself.
    if (change.table === 'Due' || change.table === 'Credential') continue
    const table: Table<Row> = before.tables[change.table]
    const key = change.kind === 'put' ? keyOf(table, change.row) : change.key
    const was = getRow(table, key) !== undefined
    const name = [change.table, ...key].join(' ')
    found.delete(name)
    const how = change.kind === 'put' ? (was ? 'changed' : 'created') : 'removed'
    if (!was && how !== 'created') continue
    const row = change.kind === 'put' ? change.row : getRow(table, key)
    const of = entities.has(change.table) || !row ? undefined : ownerOf(before, row, key, entities)
    found.set(name, { entity: change.table, id: key.at(-1) ?? '', change: how, ...(of && { of }) })
  }
  return [...found.values()]
}

/** The thing of the API that a row belongs to: it is inside of it, or names it. */
function ownerOf(world: World, row: Row, [org = '', ...key]: readonly string[], entities: ReadonlySet<string>) {
  const named = Object.entries(row).flatMap(([name, value]) => (/[a-z]Id$/.test(name) ? [String(value)] : []))
  for (const id of [...key.slice(0, -1), ...named])
    for (const [entity, table] of Object.entries<Table<Row>>(world.tables))
      if (entities.has(entity) && getRow(table, [org, id])) return { entity, id }
  return undefined
}
