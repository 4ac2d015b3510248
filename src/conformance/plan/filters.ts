import type { Operation, Parameter } from '../../contract/operations.ts'
import { DRAWN_EVENTS } from '../areas/of-all-areas.ts'
import { filtersOf, filterValues } from '../draw/filter-values.ts'
import { type Drawing, plainName, within } from '../kit/drawing.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { advance, times } from '../script/script.ts'
import { full } from './each-way.ts'
import { call, isRead, named } from './looks.ts'
import { on } from './several.ts'

/** The filters of a list, each with values that some of several things have: alone, two at a time, and as nobody has them. */
export function filtered(operations: readonly Operation[]): Walk[] {
  return operations.filter(isRead).flatMap((operation): Walk[] => {
    const filters = filtersOf(operation)
    if (filters.length === 0) return []
    const some = severalOf(operations, operation, filters)
    return [
      [...some, ...filters.flatMap((filter) => alone(operation, filter))],
      ...(filters.length > 1 ? [[...some, ...twoAtATime(operation, filters)]] : []),
      [...some, ...filters.filter(isText).map(({ name }) => unheardOf(operation, name))],
      [...some, ...filters.filter(({ names }) => names).map((filter) => fromElsewhere(operation, filter))],
    ]
  })
}

/** So many values of one filter are tried alone, and so many of each of two together. */
const ALONE = 5
const TOGETHER = 2
/** So many times happens whatever makes more of what is listed. */
const ROUNDS = 3

/** Two of each thing that a filter names, and several of what is listed; known by their ids once they were listed. */
function severalOf(operations: readonly Operation[], operation: Operation, filters: readonly Parameter[]): Goal[] {
  const { entity } = operation
  const named = filters.flatMap(({ names }) => (names === undefined ? [] : twoOf(operations, names)))
  if (entity === undefined) return named
  const happen = [...DRAWN_EVENTS].flatMap(([event, { makes = [], needs, body }]): Goal[] => {
    const ready: Goal[] = needs === undefined ? [] : [{ kind: 'have', entity: needs }]
    return makes.includes(entity) ? [...ready, { kind: 'event', event, body }] : []
  })
  return [
    ...named,
    ...twoOf(operations, entity),
    ...inEachState(operations, entity),
    ...times(ROUNDS, () => happen).flat(),
    { ...call(operation), query: {} },
    ...doneToMade(operations, operation),
  ]
}

/** What nobody can make but by an event, and to which something can be done that makes another one of it. */
function doneToMade(operations: readonly Operation[], list: Operation): Goal[] {
  const { entity = '' } = list
  if (operations.some(({ does, ...one }) => does === 'create' && one.entity === entity)) return []
  const acts = actsOn(operations, entity)
  return acts.length === 0 ? [] : [...acts.map((act) => call(act)), { ...call(list), query: {} }]
}

const actsOn = (operations: readonly Operation[], entity: string): Operation[] =>
  operations.filter((operation) => operation.does === 'act' && !operation.body && named(operation) === entity)

/**
 * Two more to which each thing is done that can be done to it, first to the newer one, and one to which all is: filters may
 * be about that, and what comes first does not depend on it.
 */
function inEachState(operations: readonly Operation[], entity: string): Goal[] {
  const create = operations.find((operation) => operation.does === 'create' && operation.entity === entity)
  const acts = actsOn(operations, entity)
  if (!create || acts.length === 0) return []
  const apart = advance('PT1M')
  return [
    ...acts.flatMap((act) => [
      ...[call(create), apart, call(create), apart],
      ...[-1, -2].flatMap((place) => [on(act, entity, place), apart]),
    ]),
    ...[call(create), ...acts.map((act) => on(act, entity, -1))],
  ]
}

function twoOf(operations: readonly Operation[], entity: string): Goal[] {
  const create = operations.find((operation) => operation.does === 'create' && operation.entity === entity)
  return create ? [full(create), full(create)] : [{ kind: 'have', entity }]
}

const by = (operation: Operation, query: (drawing: Drawing) => Record<string, string> | undefined): CallGoal => ({
  ...call(operation),
  query,
  optional: true,
})

const alone = (operation: Operation, filter: Parameter): CallGoal[] =>
  times(ALONE, (index) =>
    by(operation, (drawing) => {
      const value = filterValues(drawing, operation, filter)[index]
      return value === undefined ? undefined : { [filter.name]: value }
    }),
  )

/** Somebody of another organization asks for what belongs to a thing of ours. */
const fromElsewhere = (operation: Operation, filter: Parameter): CallGoal => ({
  ...by(operation, (drawing) => {
    const ours = within(drawing, 'main')
    const [value] = ours ? filterValues(ours, operation, filter) : []
    return value === undefined ? undefined : { [filter.name]: value }
  }),
  manner: 'neighbour',
  intent: 'exotic',
})

const twoAtATime = (operation: Operation, filters: readonly Parameter[]): CallGoal[] =>
  filters.flatMap((one, index) => filters.slice(index + 1).flatMap((other) => bothOf(operation, one, other)))

const bothOf = (operation: Operation, one: Parameter, other: Parameter): CallGoal[] =>
  times(TOGETHER * TOGETHER, (index) =>
    by(operation, (drawing) => {
      const first = filterValues(drawing, operation, one)[index % TOGETHER]
      const second = filterValues(drawing, operation, other)[Math.floor(index / TOGETHER)]
      return first === undefined || second === undefined ? undefined : { [one.name]: first, [other.name]: second }
    }),
  )

const isText = ({ schema }: Parameter): boolean => [schema.type].flat().includes('string')

const unheardOf = (operation: Operation, name: string): CallGoal => ({
  ...call(operation),
  query: (drawing) => ({ [name]: `no-such-${plainName(drawing)}` }),
  intent: 'exotic',
})
