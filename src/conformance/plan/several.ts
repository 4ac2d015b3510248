import type { Operation } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import type { TableName } from '../../model/world/rows.ts'
import { valueAt, withValueAt } from '../compare/value-at.ts'
import { type BodyPlace, placesOf } from '../draw/body-places.ts'
import { waysToName } from '../draw/naming-items.ts'
import { decided, plainBody } from '../draw/plain-body.ts'
import type { Drawing } from '../kit/drawing.ts'
import { own } from '../kit/own-rows.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { remembered } from '../script/remembered.ts'
import { call, isRead, type Looks, lastInPath, named } from './looks.ts'
import { byTurns } from './turns.ts'

/** The first, the middle and the last of three. */
const PLACES = [0, 1, 2]

const shown = (drawing: Drawing, entity: string) => own(drawing, entity as TableName).filter(({ id }) => !isSymbol(id))

/** The thing at a position among our newest three. */
export const at = (drawing: Drawing, entity: string, place: number) => shown(drawing, entity).slice(-3).at(place)

/** A request on the thing at a position among the newest three, or on any if there are fewer. */
export const on = (operation: Operation, entity: string, place: number): CallGoal => ({
  ...call(operation),
  parameters: (drawing, { parameters }) => {
    const parameter = lastInPath(operation)?.name
    const id = at(drawing, entity, place)?.id
    return parameter === undefined || id === undefined ? parameters : { ...parameters, [parameter]: id }
  },
})

/** Every operation on one of three things: the first, the middle and the last. */
export function oneOfThree(operations: readonly Operation[], looks: Looks): Walk[] {
  return operations.flatMap((create) => {
    const { entity, does } = create
    if (does !== 'create' || !entity) return []
    const three = PLACES.map(() => call(create))
    return operations
      .filter((operation) => named(operation) === entity && operation !== create)
      .map(
        (operation): Walk => [
          ...three,
          ...PLACES.flatMap((place) => [on(operation, entity, place), ...(isRead(operation) ? [] : looks(operation))]),
        ],
      )
  })
}

/** One of two is deleted, and a third made: it takes nobody's place. */
export const replaced = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((create): Walk[] => {
    const { entity = '', does } = create
    const remove = doing(operations, 'delete', entity)
    if (does !== 'create' || !remove || named(remove) !== entity) return []
    return [[call(create), call(create), on(remove, entity, 0), call(create), ...looks(create)]]
  })

/** Two things with the same body: one is deleted or changed, and the other must not change. */
export function oneOfTwins(operations: readonly Operation[], looks: Looks): Walk[] {
  return operations.flatMap((create) => {
    const { entity, does } = create
    if (does !== 'create' || !entity || !create.body) return []
    return operations
      .filter((operation) => named(operation) === entity && operation !== create && !isRead(operation))
      .map((operation): Walk => {
        const { first, drawn } = remembered()
        const twin: CallGoal = { ...call(create), body: (drawing) => first(drawing)?.body, intent: 'exotic' }
        return [{ ...call(create), drawn }, twin, on(operation, entity, -1), ...looks(operation)]
      })
  })
}

/** A unique value of one of three things, used again in a creation and in an update of another. */
export function takenOfThree(operations: readonly Operation[], looks: Looks): Walk[] {
  return operations.flatMap((create) => {
    const { entity, does } = create
    if (does !== 'create' || !entity) return []
    const three = PLACES.map(() => call(create))
    const own = (operation: Operation) =>
      placesOf(operation.body?.schema).filter(({ path, schema }) => isName({ path, schema, required: true }))
    const changes = operations.filter((operation) => operation.does === 'update' && operation.entity === entity)
    return [create, ...changes].flatMap((operation) =>
      own(operation).map(
        (place): Walk => [
          ...three,
          ...PLACES.flatMap((which) => [as(operation, entity, place, which), ...looks(operation)]),
        ],
      ),
    )
  })
}

const isName = ({ path, schema }: BodyPlace): boolean =>
  path.length === 1 && schema.type === 'string' && !schema.enum && schema['x-understudy']?.reference === undefined

/** A body with the value that the thing at a position has in a field. */
const as = (operation: Operation, entity: string, { path }: BodyPlace, place: number): CallGoal => ({
  ...call(operation),
  intent: 'exotic',
  body: (drawing, plain) => {
    const row: Readonly<Record<string, unknown>> = { ...at(drawing, entity, place) }
    const value = row[path[0] ?? '']
    return typeof value === 'string' && !isSymbol(value) ? withValueAt(plain, path, value) : undefined
  },
})

/**
 * A thing that refers to another; and three of them: the first and the last refer to one thing, the middle one to another.
 * The things they refer to are changed and deleted, before and after the references are changed or deleted.
 */
export function referrers(operations: readonly Operation[], looks: Looks): Walk[] {
  const ofEach = operations.flatMap((create) => {
    if (create.does !== 'create' || !create.entity) return []
    const { entity } = create
    return references(create).map((reference): Walk[] => {
      const { to, way } = reference
      const [make, remove] = [doing(operations, 'create', to), doing(operations, 'delete', to)]
      if (!make || make === create || !remove) return []
      const [gone, change] = [doing(operations, 'delete', entity), doing(operations, 'update', entity)]
      const referring = (which: number) => naming(create, reference, which)
      const seen = [...looks(create), ...looks(make)]
      const two = [call(make), call(make), call(make)]
      const all = [referring(0), referring(1), referring(0)]
      const changed = change && references(change).find((one) => one.to === to && one.way === way)
      return [
        [...two, referring(0), on(remove, to, 0), ...seen],
        ...(change && changed
          ? [
              [
                ...two,
                ...[0, 1, 0].map((which) => alone(referring(which), reference)),
                alone(placed(naming(change, changed, 2), entity, 1), changed),
                ...seen,
                // Places count from the newest, so what must stay comes first.
                on(remove, to, 2),
                on(remove, to, 1),
                ...seen,
              ],
            ]
          : []),
        [...two, ...all, ...seen, on(remove, to, 0), ...seen],
        [...two, ...all, on(remove, to, 1), on(remove, to, 2), ...seen],
        ...(gone ? [[...two, ...all, on(gone, entity, 1), on(remove, to, 1), ...seen]] : []),
        ...(gone
          ? [[...two, ...all, on(gone, entity, 2), on(remove, to, 0), on(gone, entity, 0), on(remove, to, 0), ...seen]]
          : []),
      ]
    })
  })
  return byTurns(ofEach)
}

export const doing = (
  operations: readonly Operation[],
  does: Operation['does'],
  entity: string,
): Operation | undefined => operations.find((operation) => operation.does === does && operation.entity === entity)

interface Reference {
  readonly place: BodyPlace
  readonly to: string
  /** Which of the alternatives of a list item refers to it; 0 if the field is not a list of objects. */
  readonly way: number
}

export const references = ({ body }: Operation): Reference[] =>
  placesOf(body?.schema).flatMap((place) => {
    const { schema } = place
    const inside = schema.items ?? schema
    if (schema.properties) return []
    const [to] = annotatedFields(inside).flatMap(({ annotation }) => annotation.reference ?? [])
    if (to === undefined) return []
    const ways = schema.items?.properties ? waysToName(schema.items, to) : [undefined]
    return ways.map((_, way) => ({ place, to, way }))
  })

/** A plain request that refers to the thing at a position. */
export const naming = (operation: Operation, { place, to, way }: Reference, which: number): CallGoal => ({
  ...call(operation),
  intent: 'exotic',
  body: (drawing, plain) => {
    const id = at(drawing, to, which)?.id
    const { path, schema } = place
    if (id === undefined) return undefined
    if (!schema.items) return withValueAt(plain, path, id)
    if (!schema.items.properties) return withValueAt(plain, path, [id])
    // A change need not have the list.
    const present = valueAt(plain, path) ?? valueAt(plainBody(decided(drawing, true), operation), path)
    const list = waysToName(schema.items, to)[way]?.(present, id)
    return list && withValueAt(plain, path, list)
  },
})

/** The same request, in which a list has nothing but the item that refers to the thing. */
const alone = (goal: CallGoal, { place: { path, schema } }: Reference): CallGoal => ({
  ...goal,
  body: (drawing, plain) => {
    const body = goal.body?.(drawing, plain)
    const list = valueAt(body, path)
    return schema.items?.properties && Array.isArray(list) ? withValueAt(body, path, list.slice(-1)) : body
  },
})

/** The same request, on the thing at a position. */
const placed = (goal: CallGoal, entity: string, place: number): CallGoal => ({
  ...goal,
  parameters: on(goal.operation, entity, place).parameters ?? ((_, { parameters }) => parameters),
})
