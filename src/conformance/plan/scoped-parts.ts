import type { Operation } from '../../contract/operations.ts'
import type { TableName } from '../../model/world/rows.ts'
import type { Drawing } from '../kit/drawing.ts'
import { own } from '../kit/own-rows.ts'
import { useOf } from '../kit/used-credential.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { call, isRead } from './looks.ts'
import { naming, on, references } from './several.ts'

/** What belongs to a thing: how one is made for the thing at a place, and what can be done to it. */
interface Parts {
  readonly create: Operation
  readonly made: (place: number) => CallGoal
  readonly entity: TableName
  readonly operations: readonly Operation[]
}

const BOTH = [-2, -1]

/** Two things of a kind made ready for what may belong to them. */
export function madeReady(operations: readonly Operation[], entity: TableName, create: Operation): Goal[] {
  const acts = operations.filter((operation) => operation.does === 'act' && isOnlyAbout(operation, entity))
  return [
    call(create),
    call(create),
    ...BOTH.flatMap((place) => acts.map((act): Goal => ({ ...on(act, entity, place), intent: 'exotic' }))),
  ]
}

/** The same, and one of each such part for each. */
export const withParts = (operations: readonly Operation[], entity: TableName, create: Operation): Goal[] => [
  ...madeReady(operations, entity, create),
  ...partsOf(operations, entity).flatMap(({ made }) => BOTH.map((place) => made(place))),
]

/**
 * Something for each list that is asked for of the newest thing, which is out of reach: an empty list shows nothing to
 * anybody, so it tells nothing of who may see it.
 */
export function filled(operations: readonly Operation[], entity: TableName, asked: Walk): Goal[] {
  const parts = partsOf(operations, entity)
  const lists = asked.flatMap((goal) =>
    goal.kind === 'call' && goal.operation.does === 'list' && isOnlyAbout(goal.operation, entity)
      ? [goal.operation.entity]
      : [],
  )
  return [...new Set(lists)].flatMap((listed): Goal[] => {
    if (listed === undefined) return []
    const part = parts.find((one) => one.entity === listed)
    return [part ? part.made(-1) : { kind: 'have', entity: listed }]
  })
}

/**
 * Lists of parts, and everything that can be done to one: first to that of the thing out of reach, then to that of the
 * other. What removes them comes last.
 */
export const attemptsAtParts = (operations: readonly Operation[], entity: TableName): CallGoal[][] =>
  partsOf(operations, entity).flatMap((parts) => [
    operations
      .filter((operation) => operation.does === 'list' && operation.entity === parts.entity && !hasPath(operation))
      .map((list) => call(list)),
    ...parts.operations
      .toSorted((a, b) => Number(a.does === 'delete') - Number(b.does === 'delete'))
      .map((operation) => [-1, -2].map((place) => onPart(operation, entity, parts.entity, place))),
  ])

/**
 * What belongs to the two things is looked at by whoever may see it, and used where it is a credential: a caller who was refused
 * to change it has not changed it.
 */
export const partsAfterwards = (operations: readonly Operation[], entity: TableName): Goal[] =>
  partsOf(operations, entity).flatMap(({ entity: part }) => [
    ...operations
      .filter((operation) => operation.does === 'list' && operation.entity === part)
      .flatMap((list) => (!hasPath(list) ? [call(list)] : isOnlyAbout(list, entity) ? [on(list, entity, -1)] : [])),
    ...BOTH.map(
      (_, place): Goal => ({
        kind: 'event',
        event: 'credentialUsed',
        body: (drawing) => useOf(drawing, part, place),
      }),
    ),
  ])

export function partsOf(operations: readonly Operation[], entity: TableName): Parts[] {
  return operations.flatMap((create): Parts[] => {
    if (create.does !== 'create' || !create.entity || create.entity === entity) return []
    // What names several things in a list of its own is no part of one of them.
    const [reference] = references(create).filter(({ to, place }) => to === entity && !place.schema.items?.properties)
    const isBelow = isOnlyAbout(create, entity)
    if (!reference && !isBelow) return []
    const made = (place: number): CallGoal => ({
      ...(reference ? naming(create, reference, place) : on(create, entity, place)),
      intent: 'exotic',
    })
    const part = create.entity as TableName
    return [
      { create, made, entity: part, operations: operations.filter((operation) => named(operation).at(-1) === part) },
    ]
  })
}

const named = ({ parameters }: Operation) =>
  parameters.flatMap(({ in: place, names }) => (place === 'path' ? [names] : []))

const hasPath = (operation: Operation): boolean => named(operation).length > 0

const isOnlyAbout = (operation: Operation, entity: string): boolean => named(operation).join() === entity

function onPart(operation: Operation, entity: TableName, part: TableName, place: number): CallGoal {
  const [last, parent] = operation.parameters.filter((parameter) => parameter.in === 'path').toReversed()
  return {
    ...call(operation),
    ...(isRead(operation) ? {} : { intent: 'exotic' as const }),
    parameters: (drawing) => {
      const whole = own(drawing, entity).at(place)?.id
      const id = whole === undefined ? undefined : partOf(drawing, part, String(whole))
      if (!last || id === undefined) return undefined
      return { ...(parent && { [parent.name]: String(whole) }), [last.name]: id }
    },
  }
}

/** Our newest part of a thing. */
const partOf = (drawing: Drawing, part: TableName, whole: string): string | undefined =>
  own(drawing, part).findLast((row) => Object.values(row).flat().includes(whole))?.id
