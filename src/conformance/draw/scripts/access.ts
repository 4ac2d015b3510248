import type { Area } from '../../../contract/areas.ts'
import { liveRows } from '../../shadow/rows.ts'
import type { Drawing } from '../drawing.ts'
import { lesserActor } from '../next-step.ts'
import type { Wish } from '../walk.ts'
import { event } from './script.ts'

interface Role {
  readonly id: string
  readonly service?: string
  readonly scopable?: boolean
  readonly permissions?: readonly string[]
}

/** A role of a service without one permission, the one that can do most; undefined when none is known so well. */
export function roleWithout({ shadow, org }: Drawing, service: Area, lacks: RegExp): Role | undefined {
  const roles = liveRows(shadow.world, 'IamRole', org) as unknown as readonly Role[]
  const able = ({ permissions = [] }: Role) => permissions.length
  return roles
    .filter((role) => role.service === service && role.scopable === true && able(role) > 0)
    .filter(({ permissions = [] }) => !permissions.some((permission) => lacks.test(permission)))
    .toSorted((a, b) => able(b) - able(a))[0]
}

/** The lesser actor gets this role, on these resources alone where some are named, and nothing else. */
export const granted = (
  service: Area,
  lacks: RegExp,
  resources: (drawing: Drawing) => readonly string[] | undefined = () => [],
): Wish =>
  event('roleChanges', (drawing) => {
    const [role, resourceIds] = [roleWithout(drawing, service, lacks), resources(drawing)]
    return role && resourceIds && changed(drawing, [{ role: role.id, ...(resourceIds.length > 0 && { resourceIds }) }])
  })

/** The lesser actor may do nothing at all. */
export const strippedOfEverything: Wish = event('roleChanges', (drawing) => changed(drawing, []))

function changed(drawing: Drawing, grants: readonly unknown[]) {
  const { contract, org } = drawing
  const user = contract.profile.actors[lesserActor(contract) ?? '']?.user
  return user && { organization: org, userId: user, role: 'member', grants }
}
