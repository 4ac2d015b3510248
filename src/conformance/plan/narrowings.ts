import type { Area } from '../../contract/areas.ts'
import type { Rows, TableName } from '../../model/world/rows.ts'
import type { Drawing } from '../kit/drawing.ts'
import { own } from '../kit/own-rows.ts'
import { customReader, customReaderIn } from '../script/custom-role.ts'
import type { Goal } from '../script/goal.ts'
import { type Grant, rolesOf, roleWithout } from '../script/granted.ts'
import { UNSAID } from '../script/offered.ts'

type Role = Rows['IamRole']

/** How a caller is narrowed to some of several things of a kind. */
export interface Narrowing {
  /** How many things there are. */
  readonly of: number
  /** Makes roles of the organization's own that are granted. */
  readonly before?: readonly Goal[]
  /** Undefined where the target has no such roles. */
  readonly grants: (drawing: Drawing) => readonly Grant[] | undefined
  /** Places among the newest: what is out of reach first, because things within reach may be removed. */
  readonly places: readonly number[]
}

/** One grant, on the first of two things: of the role that can do most, or of one that only reads. */
export const onOneOfTwo = (area: Area, entity: TableName): readonly Narrowing[] =>
  [mightiest, reading].map((role) => ({
    of: 2,
    grants: (drawing) => all([on(drawing, role(drawing, area), entity, [-2])]),
    places: [-1, -2],
  }))

/** The role that can do most, on the first of two things, and then on the other. */
export const onEachOfTwo = (area: Area, entity: TableName): readonly Narrowing['grants'][] =>
  [-2, -1].map((place) => (drawing) => all([on(drawing, mightiest(drawing, area), entity, [place])]))

/**
 * Several grants: each counts for its own resources, and one that is for everything elsewhere lifts no other
 * (Authentication, point 2).
 */
export const bySeveralGrants = (area: Area, entity: TableName): readonly Narrowing[] => {
  const first = (drawing: Drawing) => on(drawing, mightiest(drawing, area), entity, [-3])
  const elsewhere = (drawing: Drawing) => anywhere(roleOfAnotherService(drawing, area))
  return [
    {
      of: 3,
      grants: (drawing) => all([first(drawing), on(drawing, another(drawing, area), entity, [-2])]),
      places: [-1, -3, -2],
    },
    {
      of: 3,
      grants: (drawing) => all([on(drawing, mightiest(drawing, area), entity, [-3, -2])]),
      places: [-1, -3, -2],
    },
    {
      of: 3,
      grants: (drawing) => all([first(drawing), anywhere(reading(drawing, area))]),
      places: [-1, -2, -3],
    },
    { of: 3, grants: (drawing) => all([first(drawing), elsewhere(drawing)]), places: [-1, -2, -3] },
    { of: 3, grants: (drawing) => all([elsewhere(drawing), first(drawing)]), places: [-2, -1, -3] },
    ...(UNSAID.has(entity) ? [] : [byCustomRole(area, entity)]),
  ]
}

/** What holds for built-in roles holds for those of the organization's own making (Endpoints, Tokens, row 3). */
const byCustomRole = (area: Area, entity: TableName): Narrowing => ({
  of: 2,
  before: [customReader(area)],
  grants: (drawing) => all([on(drawing, customReaderIn(drawing), entity, [-2])]),
  places: [-1, -2],
})

/** The role that can do most on the first of two things, and one that reads on everything. */
export const onFirstAndReading = (area: Area, entity: TableName): Narrowing => ({
  of: 2,
  grants: (drawing) => all([on(drawing, mightiest(drawing, area), entity, [-2]), anywhere(reading(drawing, area))]),
  places: [-1, -2],
})

const all = (grants: readonly (Grant | undefined)[]): readonly Grant[] | undefined =>
  grants.every((grant) => grant !== undefined) ? grants : undefined

/** The things of ours at these places. */
function on(drawing: Drawing, role: Role | undefined, entity: TableName, places: readonly number[]): Grant | undefined {
  const ids = places.flatMap((place) => own(drawing, entity).at(place)?.id ?? [])
  return role && ids.length === places.length ? { role: role.id, resourceIds: ids.map(String) } : undefined
}

const anywhere = (role: Role | undefined): Grant | undefined => role && { role: role.id }

/** What a role can do is known only from the catalog; without it the last one is taken for the mightiest. */
const mightiest = (drawing: Drawing, area: Area): Role | undefined =>
  roleWithout(drawing, area, /^$/) ?? rolesOf(drawing, area).at(-1)

const reading = (drawing: Drawing, area: Area): Role | undefined =>
  rolesOf(drawing, area).find(isReadOnly) ??
  roleWithout(drawing, area, /\.(write|admin)$/) ??
  rolesOf(drawing, area).at(0)

/** True if it is certain that a role allows no writing anywhere. */
export const isReadOnly = ({ reaches = [] }: Role): boolean =>
  reaches.length > 0 && reaches.every(({ tier }) => tier === 'read')

const another = (drawing: Drawing, area: Area): Role | undefined =>
  rolesOf(drawing, area).find(({ id }) => id !== mightiest(drawing, area)?.id)

/** A role that certainly does not reach this area. */
export const roleOfAnotherService = (drawing: Drawing, area: Area): Role | undefined =>
  own(drawing, 'IamRole').find(({ reaches }) => reaches?.every(({ service }) => service !== area))
