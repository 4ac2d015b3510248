import type { Choices } from '../world/choices.ts'
import type { Reader } from '../world/reader.ts'
import { apply, type Change, type World } from '../world/world.ts'
import { atomName } from './atoms.ts'
import type { IamRoleRow, PermissionRow } from './state.ts'
import { ATOM_TIERS, atLeast } from './tiers.ts'

const DOES = { read: 'See', write: 'Use and change', admin: 'Administer' } as const

/** Fills an organization's permission catalog from the gaps. A judge fills it from what its target lists instead. */
export function seedPermissions(world: World, org: string, choices: Pick<Choices, 'value'>): World {
  const rows = Object.entries(choices.value('iam.permission-catalog')).flatMap(([service, { label, resources }]) =>
    Object.entries(resources).flatMap(([resource, resourceLabel]) =>
      ATOM_TIERS.map((tier) => {
        const permission = atomName({ service, resource, tier })
        const words = `${DOES[tier]} ${resourceLabel.toLowerCase()}`
        return { id: permission, permission, service, serviceLabel: label, resource, resourceLabel, tier, label: words }
      }),
    ),
  )
  const changes = rows.map((row, index): Change => putPermission({ ...row, org, seq: world.serial + index }))
  return apply(world, [...changes, { kind: 'serial', serial: world.serial + rows.length }])
}

export const putPermission = (row: PermissionRow): Change => ({ kind: 'put', table: 'Permission', row })

/** The atoms of a role: those it was made of, or all that its reach takes in. */
export function permissionsOf(reader: Reader, { org, permissions, reaches = [] }: IamRoleRow): string[] {
  if (permissions) return [...permissions]
  return reaches.flatMap(({ service, tier }) =>
    [...reader.oldest('Permission', 'service', org, service)]
      .filter((atom) => atLeast(tier, atom.tier))
      .map(({ permission }) => permission),
  )
}
