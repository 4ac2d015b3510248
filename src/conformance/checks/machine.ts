import type { Contract } from '../../contract/contract.ts'
import { memo } from '../../contract/memo.ts'
import type { Thing } from '../compare/things.ts'
import type { Answered } from '../shadow/answered.ts'
import { machinesOf } from '../shadow/machines.ts'
import { thingKey } from '../shadow/shadow.ts'
import { type Check, type Found, NOTHING_FOUND } from './check.ts'

/** The states that things were seen in, by `thingKey`. */
export interface SeenStates {
  /** The last state of each. */
  readonly states: ReadonlyMap<string, string>
  /** The last change of each. */
  readonly moves: ReadonlyMap<string, { readonly from: string; readonly to: string }>
}

/**
 * The state tables, checked without the model: nothing leaves a closed state, and a state that sets a field on entry
 * shows it. A missing row proves nothing.
 */
export const machine: Check<SeenStates> = {
  name: 'machine',
  provenance: 'stated',
  start: { states: new Map(), moves: new Map() },
  look(answered, memory) {
    if (answered.things.length === 0) return { found: NOTHING_FOUND, memory }
    return {
      found: answered.things.flatMap((thing) => wrongState(answered, thing, memory)),
      memory: withStates(answered, memory),
    }
  },
}

function wrongState({ contract, org }: Answered, { entity, id, object }: Thing, { states }: SeenStates): Found[] {
  return machinesOf(contract, entity).flatMap(({ observe, closed, rows }): Found[] => {
    const state = object[observe ?? '']
    if (typeof state !== 'string') return []
    const before = states.get(thingKey(entity, org, id))
    const rule = before === undefined ? undefined : closed?.[before]
    if (before !== undefined && rule && state !== before)
      return [{ code: 'left-state', entity, id, from: before, to: state, rules: [rule] }]
    const missing = fieldsSetOnEntry(rows)
      .get(state)
      ?.find(({ field }) => (object[field] ?? undefined) === undefined)
    return missing ? [{ code: 'state-without', entity, id, state, path: missing.field, rules: [missing.rule] }] : []
  })
}

type Rows = Contract['machines'][number]['rows']
interface SetField {
  readonly field: string
  readonly rule: string
}

/** The fields that are set on entry, by state. */
const fieldsSetOnEntry = memo(
  (rows: Rows): ReadonlyMap<string, readonly SetField[]> => new Map(rows.map(({ to }) => [to, setOnEntry(rows, to)])),
)

/** Only fields that every transition into the state sets, by a rule and not by a gap. */
function setOnEntry(rows: Rows, state: string): SetField[] {
  const ways = rows.filter(({ to, from }) => to === state && !from.includes(state))
  const [first] = ways
  return (first?.sets ?? []).flatMap((field) =>
    first?.rule && ways.every(({ sets }) => sets?.includes(field)) ? [{ field, rule: first.rule }] : [],
  )
}

/** Remembers the states in a response; returns the same object if none has changed. */
function withStates({ contract, operation, things, org }: Answered, memory: SeenStates): SeenStates {
  const changed = new Map<string, string>()
  const begunAnew = new Set<string>()
  const moves = new Map<string, { readonly from: string; readonly to: string }>()
  for (const { entity, id, object } of things) {
    const [first] = machinesOf(contract, entity)
    const to = object[first?.observe ?? '']
    const key = thingKey(entity, org, id)
    const from = changed.get(key) ?? memory.states.get(key)
    // What a change leaves without a state has none until it gets one, and has not moved there from where it was before.
    const isOpen = from !== undefined && !first?.closed?.[from]
    if (to === undefined && isOpen && operation.does === 'update') begunAnew.add(key)
    if (typeof to !== 'string' || from === to) continue
    changed.set(key, to)
    if (from !== undefined) moves.set(key, { from, to })
  }
  if (changed.size === 0 && begunAnew.size === 0) return memory
  const without = <T>(known: ReadonlyMap<string, T>) => [...known].filter(([key]) => !begunAnew.has(key))
  return {
    states: new Map([...without(memory.states), ...changed]),
    moves: new Map([...without(memory.moves), ...moves]),
  }
}
