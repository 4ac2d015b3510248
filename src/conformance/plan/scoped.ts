import type { Operation } from '../../contract/operations.ts'
import type { TableName } from '../../model/world/rows.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { own } from '../kit/own-rows.ts'
import { bearer } from '../script/by-token.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { type Grant, grantedAll } from '../script/granted.ts'
import { UNSAID } from '../script/offered.ts'
import { times } from '../script/script.ts'
import { call, isRead } from './looks.ts'
import { byBoth, byToken, type Caller, type Tried } from './narrowed-callers.ts'
import { bySeveralGrants, type Narrowing, onEachOfTwo, onOneOfTwo } from './narrowings.ts'
import { attemptsAtParts, filled, partsAfterwards, withParts } from './scoped-parts.ts'
import { doing, on } from './several.ts'
import { areasOf } from './switched.ts'
import { together } from './turns.ts'

/** Number of operations that one narrowed caller tries. */
const TRIED = 6

type All = ReadonlyMap<string, Operation>

/**
 * A caller narrowed to one of two things, by a token and in person, tries operations on both, on what belongs to them,
 * and on others, and to make a third (Authentication, points 2 and 3).
 */
export const scoped = (operations: readonly Operation[], all: All): Walk[] =>
  kindsIn(operations).flatMap(({ area, entity, create }) => {
    const ofArea = operations.filter((operation) => operation.area === area)
    const tried =
      (narrowing: Narrowing): Tried =>
      (made, caller) => [
        ...tries(
          removalsLast(ofArea)
            .filter((operation) => isPlain(operation, entity) || (operation === create && !UNSAID.has(entity)))
            .map((operation) => attempts(operation, entity, narrowing.places)),
          caller,
        ).map((some) => [call(create), call(create), ...filled(ofArea, entity, some), ...made, ...some]),
        ...tries(
          attemptsAtParts(ofArea, entity).map((goals) => goals.map((goal) => said(goal, entity))),
          caller,
        ).map((some) => [
          ...[...withParts(ofArea, entity, create), ...made, ...some],
          ...partsAfterwards(ofArea, entity),
        ]),
      ]
    const [most, reading] = onOneOfTwo(area, entity)
    return [...(most ? byBoth(all, most, tried(most)) : []), ...(reading ? byToken(all, reading, tried(reading)) : [])]
  })

/** A thing is read by a token with a role for everything, and then by one with the same role for that thing alone. */
export const readByNarrowed = (operations: readonly Operation[], all: All): Walk[] => {
  const mint = all.get('createToken')
  if (!mint) return []
  const touched = operations.some(({ area }) => area === 'tokens') ? [...all.values()] : operations
  return kindsIn(touched).flatMap(({ area, entity, create }) => {
    const read = touched.find((operation) => operation.does === 'read' && isPlain(operation, entity))
    if (!read || UNSAID.has(entity)) return []
    return onOneOfTwo(area, entity).map(({ grants, of }): Walk => {
      const minted = (narrow: (grant: Grant) => Grant): CallGoal => ({
        ...call(mint),
        intent: 'exotic',
        body: (drawing, plain) => {
          const scope = grants(drawing)?.map(narrow)
          return scope && { ...plain, scope }
        },
      })
      const looked = attempts(read, entity, [-2]).map((goal): CallGoal => ({ ...goal, bearer, intent: 'exotic' }))
      return [
        ...times(of, () => call(create)),
        ...[minted(({ role }) => ({ role })), ...looked],
        ...[minted((grant) => grant), ...looked],
      ]
    })
  })
}

/**
 * A caller with several grants, by a token and in person, tries what can be done to each of three things. Where tokens are
 * looked at, that is tried with the things of every area.
 */
export const severalGrants = (operations: readonly Operation[], all: All): Walk[] => {
  const touched = operations.some(({ area }) => area === 'tokens') ? [...all.values()] : operations
  return kindsIn(touched).flatMap(({ area, entity, create }) => {
    const about = removalsLast(touched).filter(
      (operation) => isPlain(operation, entity) && (operation.entity === entity || operation.does === 'create'),
    )
    return bySeveralGrants(area, entity).flatMap((narrowing) => {
      const tried: Tried = (made, caller) => [
        [
          ...times(narrowing.of, () => call(create)),
          ...made,
          ...about
            .flatMap((operation) => attempts(operation, entity, narrowing.places))
            .map((goal) => ({ ...goal, ...caller })),
        ],
      ]
      return byBoth(all, narrowing, tried)
    })
  })
}

/** The only thing that a caller was narrowed to goes: it leaves them with nothing, and not with all the others. */
export const leftWithNothing = (operations: readonly Operation[], all: All): Walk[] => {
  const touched = operations.some(({ area }) => area === 'tokens') ? [...all.values()] : operations
  return kindsIn(touched).flatMap(({ area, entity, create }) => {
    const [list, remove] = (['list', 'delete'] as const).map((does) => doing(touched, does, entity))
    const [narrowing] = onOneOfTwo(area, entity)
    if (!list || !remove || !narrowing || UNSAID.has(entity)) return []
    const two = times(narrowing.of, () => call(create))
    return byBoth(all, narrowing, (made, caller) => [
      [...two, ...made, on(remove, entity, -2), { ...call(list), ...caller }],
    ])
  })
}

/** Who is narrowed to another thing sees that one, with what belongs to it, and no longer the first. */
export const movedGrants = (operations: readonly Operation[]): Walk[] =>
  kindsIn(operations).flatMap(({ area, entity, create }) => {
    if (UNSAID.has(entity)) return []
    const ofArea = operations.filter((operation) => operation.area === area)
    const lists = ofArea
      .filter(({ does, parameters }) => does === 'list' && !parameters.some((parameter) => parameter.in === 'path'))
      .map((list): CallGoal => ({ ...call(list), manner: 'lesser' }))
    const moved = onEachOfTwo(area, entity).flatMap((grants) => [grantedAll(grants), ...lists])
    return [[...withParts(ofArea, entity, create), ...moved]]
  })

/** What is made after a caller was narrowed is none of what they were narrowed to. */
export const madeAfterwards = (operations: readonly Operation[], all: All): Walk[] =>
  kindsIn(operations).flatMap(({ area, entity, create }) => {
    const list = doing(operations, 'list', entity)
    const [narrowing] = onOneOfTwo(area, entity)
    if (!list || !narrowing || UNSAID.has(entity)) return []
    const two = times(narrowing.of, () => call(create))
    return byBoth(all, narrowing, (made, caller) => [[...two, ...made, call(create), { ...call(list), ...caller }]])
  })

/** The kinds of things that callers are narrowed to, with what creates one. */
export const kindsIn = (operations: readonly Operation[]) =>
  areasOf(operations).flatMap((area) =>
    AREA_JUDGES[area].scopedBy.flatMap((entity) => {
      const create = operations.find((operation) => operation.does === 'create' && operation.entity === entity)
      return create ? [{ area, entity, create }] : []
    }),
  )

const tries = (goals: readonly (readonly CallGoal[])[], caller: Caller): Walk[] =>
  together(
    TRIED,
    goals.map((some) => some.map((goal): CallGoal => ({ ...goal, ...caller }))),
  )

const removalsLast = (operations: readonly Operation[]): Operation[] =>
  operations.toSorted((a, b) => Number(a.does === 'delete') - Number(b.does === 'delete'))

/** Operations on exactly one thing of the kind, and lists. */
function isPlain({ does, parameters }: Operation, entity: string): boolean {
  const named = parameters.filter((parameter) => parameter.in === 'path')
  const [first] = named
  return named.length === 0 ? does === 'list' : named.length === 1 && first?.names === entity
}

const said = (goal: CallGoal, entity: string): CallGoal => (UNSAID.has(entity) ? { ...goal, intent: 'exotic' } : goal)

/** Tries an operation on the things at these places. */
function attempts(operation: Operation, entity: TableName, places: readonly number[]): CallGoal[] {
  const named = operation.parameters.find((parameter) => parameter.in === 'path')
  const tried = said({ ...call(operation), ...(isRead(operation) ? {} : { intent: 'exotic' as const }) }, entity)
  if (!named) return [tried]
  return places.map((place) => ({
    ...tried,
    parameters: (drawing) => {
      const id = own(drawing, entity).at(place)?.id
      return id === undefined ? undefined : { [named.name]: String(id) }
    },
  }))
}
