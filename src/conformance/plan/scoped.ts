import type { Operation } from '../../contract/operations.ts'
import type { TableName } from '../../model/world/rows.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import type { Drawing } from '../kit/drawing.ts'
import { own } from '../kit/own-rows.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { grantedAll } from '../script/granted.ts'
import { secretOf, times } from '../script/script.ts'
import { call, isRead } from './looks.ts'
import { bySeveralGrants, type Narrowing, onOneOfTwo } from './narrowings.ts'
import { attemptsAtParts, withParts } from './scoped-parts.ts'
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
    const tried = (narrowing: Narrowing) => (made: Goal, caller: Caller) => [
      ...tries(
        removalsLast(ofArea)
          .filter((operation) => isPlain(operation, entity) || (operation === create && !UNSAID.has(entity)))
          .map((operation) => attempts(operation, entity, narrowing.places)),
        caller,
      ).map((some) => [call(create), call(create), made, ...some]),
      ...tries(
        attemptsAtParts(ofArea, entity).map((goals) => goals.map((goal) => said(goal, entity))),
        caller,
      ).map((some) => [...withParts(ofArea, entity, create), made, ...some]),
    ]
    const [most, reading] = onOneOfTwo(area, entity)
    return [
      ...(most ? [...byToken(all, most, tried(most)), ...inPerson(most, tried(most))] : []),
      ...(reading ? byToken(all, reading, tried(reading)) : []),
    ]
  })

/** A caller with several grants, by a token and in person, tries what can be done to each of three things. */
export const severalGrants = (operations: readonly Operation[], all: All): Walk[] =>
  kindsIn(operations).flatMap(({ area, entity, create }) => {
    const about = removalsLast(operations).filter(
      (operation) => isPlain(operation, entity) && (operation.entity === entity || operation.does === 'create'),
    )
    return bySeveralGrants(area, entity).flatMap((narrowing) => {
      const tried = (made: Goal, caller: Caller): Walk[] => [
        [
          ...times(narrowing.of, () => call(create)),
          made,
          ...about
            .flatMap((operation) => attempts(operation, entity, narrowing.places))
            .map((goal) => ({ ...goal, ...caller })),
        ],
      ]
      return [...byToken(all, narrowing, tried), ...inPerson(narrowing, tried)]
    })
  })

/** The kinds of things that callers are narrowed to, with what creates one. */
const kindsIn = (operations: readonly Operation[]) =>
  areasOf(operations).flatMap((area) =>
    AREA_JUDGES[area].scopedBy.flatMap((entity) => {
      const create = operations.find((operation) => operation.does === 'create' && operation.entity === entity)
      return create ? [{ area, entity, create }] : []
    }),
  )

type Caller = Pick<CallGoal, 'bearer' | 'manner'>
type Tried = (made: Goal, caller: Caller) => Walk[]

function byToken(all: All, { grants }: Narrowing, tried: Tried): Walk[] {
  const mint = all.get('createToken')
  if (!mint) return []
  const minted: CallGoal = {
    ...call(mint),
    body: (drawing, plain) => {
      const scope = grants(drawing)
      return scope && { ...plain, scope }
    },
    // Which kinds of things a token can be narrowed to is open.
    intent: 'exotic',
  }
  return tried(minted, { bearer: key })
}

const key = (drawing: Drawing) => secretOf(drawing, 'createToken key')

const inPerson = ({ grants }: Narrowing, tried: Tried): Walk[] => tried(grantedAll(grants), { manner: 'lesser' })

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

/** Kinds of which no sentence says that a caller can be narrowed to some: what they may then do is open. */
const UNSAID: ReadonlySet<string> = new Set(['UptimeService', 'UptimeMonitor', 'OncallSchedule'])

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
