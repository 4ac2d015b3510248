import { isObject } from '../../contract/json.ts'
import type { Machine } from '../../contract/source.ts'
import type { Invariant, Transition } from '../invariant.ts'
import type { Look } from '../looks.ts'
import { nameOf } from '../move.ts'

export const statesFollowTheTable: Invariant = {
  name: 'state-table',
  says: 'A thing changes its state only along the rows of its state machine.',
  breach: (transition) =>
    firstOf(transition, ({ machine, id, from, to }) =>
      from === to || leads(machine, from, to, nameOf(transition.move))
        ? undefined
        : `${machine.entity} ${id} went from ${from} to ${to} by ${nameOf(transition.move)}`,
    ),
}

export const closedStatesStayClosed: Invariant = {
  name: 'closed-states',
  says: 'Nothing leaves a closed state.',
  breach: (transition) =>
    firstOf(transition, ({ machine, id, from, to }) =>
      from !== to && machine.closed?.[from] !== undefined
        ? `${machine.entity} ${id} left ${from} for ${to}`
        : undefined,
    ),
}

interface StateChange {
  readonly machine: Machine
  readonly id: string
  readonly from: string
  readonly to: string
}

function firstOf(transition: Transition, find: (change: StateChange) => string | undefined): string | undefined {
  for (const machine of transition.contract.machines) {
    const before = statesIn(machine, transition.seenBefore)
    for (const [id, to] of before.size > 0 ? statesIn(machine, transition.seenAfter) : []) {
      const from = before.get(id)
      const found = from === undefined ? undefined : find({ machine, id, from, to })
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** The state of each thing, by its id, where an answer shows both. */
function statesIn({ entity, observe, states }: Machine, looks: readonly Look[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (observe === null) return found
  for (const { operation, body } of looks) if (operation.entity === entity) collect(body, observe, states, found)
  return found
}

function collect(value: unknown, field: string, states: readonly string[], found: Map<string, string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, field, states, found)
  if (!isObject(value)) return
  const { id, [field]: state } = value as Record<string, unknown>
  if (typeof id === 'string' && typeof state === 'string' && states.includes(state)) found.set(id, state)
  else for (const one of Object.values(value)) collect(one, field, states, found)
}

/** True if rows with this name, or timers, lead from one state to the other, directly or through others. */
function leads({ rows }: Machine, from: string, to: string, by: string): boolean {
  const usable = rows.filter(({ on }) => on === by || on.startsWith('timer/'))
  const reached = new Set([from])
  for (let grown = true; grown && !reached.has(to); ) {
    const size = reached.size
    for (const row of usable) if (row.from.some((state) => reached.has(state))) reached.add(row.to)
    grown = reached.size > size
  }
  return reached.has(to)
}
