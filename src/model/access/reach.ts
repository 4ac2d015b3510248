import type { Caller } from '../identity/identity.ts'
import type { Reader } from '../world/reader.ts'
import { atomsCover } from './atoms.ts'
import type { IamRoleRow } from './state.ts'
import { atLeast, type Reach, type Tier } from './tiers.ts'

export type Scope = NonNullable<Caller['scope']>

/** All that limits a caller: the scope of a token and what its owner is limited to (Authentication, point 2). */
export const limitsOf = ({ scope, within }: Caller): readonly Scope[] =>
  [scope, within].filter((limit) => limit !== undefined)

/** The entries of a scope whose role goes far enough in a service. */
export function entriesReaching(reader: Reader, org: string, scope: Scope, needed: Reach): Scope[number][] {
  return scope.filter(({ role }) => roleReaches(reader.get('IamRole', org, role), needed))
}

/** The entries of a scope whose role has one permission. */
export function entriesPermitting(reader: Reader, org: string, scope: Scope, permission: string): Scope[number][] {
  const [service = '', , tier = 'admin'] = permission.split('.')
  return scope.filter(({ role }) => {
    const row = reader.get('IamRole', org, role)
    return row?.permissions
      ? atomsCover(row.permissions, permission)
      : roleReaches(row, { service, tier: tier as Tier })
  })
}

/** A role that nobody has described is given the benefit of the doubt; one that is gone is not. */
function roleReaches(role: IamRoleRow | undefined, { service, tier }: Reach): boolean {
  if (!role?.reaches) return role !== undefined
  return role.reaches.some((reach) => reach.service === service && atLeast(reach.tier, tier))
}

/** True if a caller may grant a role: a role may not reach further than the caller does. */
export function holds(reader: Reader, caller: Caller, role: IamRoleRow): boolean {
  if (!limitsOf(caller).every((limit) => limit.some((entry) => entry.role === role.id))) return false
  if (caller.granted) return true
  const own = reader.gap('general.role-tiers')[caller.role] ?? 'none'
  return (role.reaches ?? []).every(({ tier }) => atLeast(own, tier))
}
