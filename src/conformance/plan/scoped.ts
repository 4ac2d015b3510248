import type { Operation } from '../../contract/operations.ts'
import type { TableName } from '../../model/world/rows.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import type { Drawing } from '../kit/drawing.ts'
import { own } from '../kit/own-rows.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { granted, roleWithout } from '../script/granted.ts'
import { type Body, secretOf } from '../script/script.ts'
import { call, isRead } from './looks.ts'
import { attemptsAtParts, withParts } from './scoped-parts.ts'
import { areasOf } from './switched.ts'
import { together } from './turns.ts'

/** Two roles of a service: full access, and read access. */
const ROLES = { all: /^$/, reads: /\.(write|admin)$/ } as const
type Role = keyof typeof ROLES

/** Number of operations that one narrowed caller tries. */
const TRIED = 6

/**
 * A caller with a role on one of two things, by a token and in person, tries operations on both, on what belongs to them,
 * and on others (Authentication, points 2 and 3).
 */
export function scoped(operations: readonly Operation[], all: ReadonlyMap<string, Operation>): Walk[] {
  const mint = all.get('createToken')
  return areasOf(operations).flatMap((area) =>
    AREA_JUDGES[area].scopedBy.flatMap((entity) => {
      const create = operations.find((operation) => operation.does === 'create' && operation.entity === entity)
      if (!create) return []
      const ofArea = operations.filter((operation) => operation.area === area)
      const things = ofArea
        .filter((operation) => isPlain(operation, entity))
        .map((operation) => attempts(operation, entity))
      const parts = attemptsAtParts(ofArea, entity)
      const as = (caller: Caller, before: Goal): Walk[] => [
        ...tries(things, caller).map((some) => [call(create), call(create), before, ...some]),
        ...tries(parts, caller).map((some) => [...withParts(ofArea, entity, create), before, ...some]),
      ]
      const byToken = (role: Role): Walk[] =>
        mint === undefined ? [] : as({ bearer: key }, { ...call(mint), body: narrowed(area, entity, ROLES[role]) })
      const inPerson = as(
        { manner: 'lesser' },
        granted(area, ROLES.all, (drawing) => idOf(drawing, entity, -2)),
      )
      return [...byToken('all'), ...inPerson, ...byToken('reads')]
    }),
  )
}

type Caller = Pick<CallGoal, 'bearer' | 'manner'>

const tries = (goals: readonly (readonly CallGoal[])[], caller: Caller): Walk[] =>
  together(
    TRIED,
    goals.map((some) => some.map((goal): CallGoal => ({ ...goal, ...caller }))),
  )

const key = (drawing: Drawing) => secretOf(drawing, 'createToken key')

/** Operations on exactly one thing of the kind, and lists. Nothing is deleted, because other walks need the things. */
function isPlain({ does, parameters }: Operation, entity: string): boolean {
  const named = parameters.filter((parameter) => parameter.in === 'path')
  const [first] = named
  return named.length === 0 ? does === 'list' : named.length === 1 && first?.names === entity && does !== 'delete'
}

/** Tries an operation on both things, first on the one that is out of reach. */
function attempts(operation: Operation, entity: TableName): CallGoal[] {
  const named = operation.parameters.find((parameter) => parameter.in === 'path')
  if (!named) return [call(operation)]
  return [-1, -2].map((place) => ({
    ...call(operation),
    ...(isRead(operation) ? {} : { intent: 'exotic' as const }),
    parameters: (drawing) => {
      const [id] = idOf(drawing, entity, place) ?? []
      return id === undefined ? undefined : { [named.name]: id }
    },
  }))
}

function idOf(drawing: Drawing, entity: TableName, place: number): readonly string[] | undefined {
  const id = own(drawing, entity).at(place)?.id
  return id === undefined ? undefined : [String(id)]
}

const narrowed =
  (area: Operation['area'], entity: TableName, lacks: RegExp): Body =>
  (drawing, plain) => {
    const [role, resourceIds] = [roleWithout(drawing, area, lacks), idOf(drawing, entity, -2)]
    return role && resourceIds && { ...plain, scope: [{ role: role.id, resourceIds }] }
  }
