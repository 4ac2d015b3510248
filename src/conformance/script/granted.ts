import type { Area } from '../../contract/areas.ts'
import type { Rows } from '../../model/world/rows.ts'
import type { Drawing } from '../kit/drawing.ts'
import { own } from '../kit/own-rows.ts'
import type { Goal } from './goal.ts'
import { event } from './script.ts'

type Role = Rows['IamRole']

/** A role, on all that there is or on these resources alone. */
export interface Grant {
  readonly role: string
  readonly resourceIds?: readonly string[]
}

const able = ({ permissions = [] }: Role) => permissions

/** The roles of a service that can be narrowed to resources. */
export const rolesOf = (drawing: Drawing, service: Area): readonly Role[] =>
  own(drawing, 'IamRole').filter((role) => role.service === service && role.scopable === true)

/** A role of a service without one permission, the one that can do most; undefined when none is known so well. */
export const roleWithout = (drawing: Drawing, service: Area, lacks: RegExp): Role | undefined =>
  rolesOf(drawing, service)
    .filter((role) => able(role).length > 0 && !able(role).some((permission) => lacks.test(permission)))
    .toSorted((a, b) => able(b).length - able(a).length)[0]

/** The lesser actor gets this role, on these resources alone where some are named, and nothing else. */
export const granted = (
  service: Area,
  lacks: RegExp,
  resources: (drawing: Drawing) => readonly string[] | undefined = () => [],
): Goal =>
  grantedAll((drawing) => {
    const [role, resourceIds] = [roleWithout(drawing, service, lacks), resources(drawing)]
    return role && resourceIds && [{ role: role.id, ...(resourceIds.length > 0 && { resourceIds }) }]
  })

/** The lesser actor gets these grants, and nothing else. */
export const grantedAll = (grants: (drawing: Drawing) => readonly Grant[] | undefined): Goal =>
  event('roleChanges', (drawing) => {
    const all = grants(drawing)
    return all && changed(drawing, { role: 'member', grants: all })
  })

/** The lesser actor may do nothing at all. */
export const strippedOfEverything: Goal = grantedAll(() => [])

function changed(
  { contract, org, cast }: Drawing,
  place: { readonly role: string; readonly grants: readonly Grant[] },
) {
  const user = contract.profile.actors[cast.lesser ?? '']?.user
  return user && { organization: org, userId: user, ...place }
}
