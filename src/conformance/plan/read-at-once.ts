import type { Schema } from '../../contract/openapi.ts'
import { type Operation, successSchema } from '../../contract/operations.ts'
import { DRAWN_EVENTS } from '../areas/of-all-areas.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { times } from '../script/script.ts'
import { call, isRead, lastInPath, named } from './looks.ts'
import { doing, on } from './several.ts'
import { areasOf } from './switched.ts'

/** Enough for a long answer. */
const THINGS = 11
const READERS = 32
/** What goes wrong only under load seldom does. */
const ROUNDS = 7

/**
 * People of two organizations read a list at the same time, over and over: it is long in the one and short in the other. Each
 * of them gets an answer of their own, and gets it whole. One list of each area: what goes wrong here is not about a single one.
 * In an area without such a list it is whatever names nothing.
 */
export const readAtOnce = (operations: readonly Operation[], all: ReadonlyMap<string, Operation>): Walk[] => [
  ...areasOf(operations).flatMap((area): Walk[] => {
    const own = operations.filter((operation) => operation.area === area)
    const [longest] = own
      .filter((list) => list.does === 'list' && lastInPath(list) === undefined)
      .flatMap((list) =>
        own
          .filter((create) => create.does === 'create' && create.entity === list.entity)
          .filter((create) => lastInPath(create) === undefined)
          .map((create) => ({ create, list, length: fieldsIn(successSchema(list)) })),
      )
      .toSorted((one, other) => other.length - one.length)
    if (longest) return [[...times(THINGS, () => call(longest.create)), ...together(longest.list)]]
    const read = own.find((operation) => isRead(operation) && lastInPath(operation) === undefined)
    return read && read.id !== CATALOG ? [together(read)] : []
  }),
  ...catalogAtOnce(operations, all),
]

/** So many times each of two is read, over and over. */
const TURNS = 6
const FEW_ROUNDS = 2

/**
 * Two things that are not alike are read at the same time, each after it was read alone: whoever asks for the one is not
 * answered with the other.
 */
export const eachOfTwo = (operations: readonly Operation[]): Walk[] =>
  operations
    .filter((read) => read.does === 'read' && lastInPath(read) !== undefined)
    .flatMap((read): Walk[] => {
      const entity = named(read) ?? ''
      const two = twoOf(operations, entity)
      if (two.length === 0) return []
      const ofEach = [-1, -2].map((place) => on(read, entity, place))
      const round = times(TURNS, () => ofEach).flat()
      const last = round.length - 1
      return [
        [
          ...[...two, ...ofEach],
          ...times(FEW_ROUNDS, () =>
            round.map((goal, index) => ({ ...goal, ...(index < last && { withNext: true as const }) })),
          ).flat(),
        ],
      ]
    })

/** Two things that are made, by us or by something that happens outside. */
function twoOf(operations: readonly Operation[], entity: string): Goal[] {
  const create = doing(operations, 'create', entity)
  if (create) return [call(create), call(create)]
  const made = [...DRAWN_EVENTS].find(([, { makes = [] }]) => makes.includes(entity))
  if (!made) return []
  const [event, { needs, body }] = made
  const happens: Goal = { kind: 'event', event, body }
  return [{ kind: 'have', entity: needs ?? entity }, happens, happens]
}

const CATALOG = 'getIamCatalog'
/** It is about things of other areas. */
function catalogAtOnce(operations: readonly Operation[], all: ReadonlyMap<string, Operation>): Walk[] {
  const [catalog, create] = [operations.find(({ id }) => id === CATALOG), all.get('createRegistry')]
  return catalog && create ? [[call(create), call(create, 'neighbour'), ...together(catalog)]] : []
}

/** Items with more fields make longer answers. */
const fieldsIn = (schema: Schema | undefined): number =>
  schema
    ? Object.values(schema.properties ?? {}).reduce((sum, child) => sum + 1 + fieldsIn(child), fieldsIn(schema.items))
    : 0

const together = (list: Operation): CallGoal[] =>
  times(ROUNDS * READERS, (index) => ({
    ...call(list, index % 2 === 0 ? 'plain' : 'neighbour'),
    query: {},
    ...(index % READERS < READERS - 1 && { withNext: true as const }),
  }))
