import type { Choices } from '../world/choices.ts'
import { apply, type Change, type World } from '../world/world.ts'
import { servicesOf } from './scopable.ts'
import type { IamRoleRow } from './state.ts'
import type { Tier } from './tiers.ts'

const LEVELS = {
  reader: { tier: 'read', does: 'Read-only access to' },
  editor: { tier: 'write', does: 'Read and write access to' },
  admin: { tier: 'admin', does: 'Full access to' },
} as const satisfies Record<string, { tier: Tier; does: string }>

/** Fills an organization's roles with the built-in ones. A judge fills them from its target's scope options instead. */
export function seedRoles(world: World, org: string, choices: Pick<Choices, 'value'>): World {
  const services = Object.keys(choices.value('iam.permission-catalog'))
  const levels = choices.value('iam.builtin-roles')
  const narrowable = servicesOf(choices.value('iam.scopable-kinds'))
  const roles = services.flatMap((service) => levels.map((level) => builtin(service, level, narrowable.has(service))))
  const changes = roles.map((role, index): Change => putRole({ ...role, org, seq: world.serial + index }))
  return apply(world, [...changes, { kind: 'serial', serial: world.serial + roles.length }])
}

export const putRole = (row: IamRoleRow): Change => ({ kind: 'put', table: 'IamRole', row })

function builtin(service: string, level: keyof typeof LEVELS, scopable: boolean): Omit<IamRoleRow, 'org' | 'seq'> {
  const { tier, does } = LEVELS[level]
  return {
    id: `${service}.${level}`,
    name: `${service.charAt(0).toUpperCase()}${service.slice(1)} ${level}`,
    description: `${does} ${service}`,
    kind: 'builtin',
    service,
    scopable,
    reaches: [{ service, tier }],
  }
}
