import type { Area } from '../../contract/areas.ts'
import type { Rows } from '../../model/world/rows.ts'
import type { Drawing } from '../kit/drawing.ts'
import { own } from '../kit/own-rows.ts'
import type { Goal } from './goal.ts'
import { event } from './script.ts'

type Role = Rows['IamRole']

/** A role of a service without one permission, the one that can do most; undefined when none is known so well. */
export function roleWithout(drawing: Drawing, service: Area, lacks: RegExp): Role | undefined {
  const able = ({ permissions = [] }: Role) => permissions
  return own(drawing, 'IamRole')
    .filter((role) => role.service === service && role.scopable === true && able(role).length > 0)
    .filter((role) => !able(role).some((permission) => lacks.test(permission)))
    .toSorted((a, b) => able(b).length - able(a).length)[0]
}

/** The lesser actor gets this role, on these resources alone where some are named, and nothing else. */
export const granted = (
  service: Area,
  lacks: RegExp,
  resources: (drawing: Drawing) => readonly string[] | undefined = () => [],
): Goal =>
  event('roleChanges', (drawing) => {
    const [role, resourceIds] = [roleWithout(drawing, service, lacks), resources(drawing)]
    return role && resourceIds && changed(drawing, [{ role: role.id, ...(resourceIds.length > 0 && { resourceIds }) }])
  })

/** The lesser actor may do nothing at all. */
export const strippedOfEverything: Goal = event('roleChanges', (drawing) => changed(drawing, []))

function changed({ contract, org, cast }: Drawing, grants: readonly unknown[]) {
  const user = contract.profile.actors[cast.lesser ?? '']?.user
  return user && { organization: org, userId: user, role: 'member', grants }
}
