import type { Reader } from '../context.ts'
import type { Caller } from '../identity.ts'
import type { IamRoleRow } from './state.ts'
import { atLeast, type Reach } from './tiers.ts'

type Scope = NonNullable<Caller['scope']>

/** The entries of a scope whose role goes far enough in a service. */
export function entriesReaching(reader: Reader, org: string, scope: Scope, needed: Reach): Scope[number][] {
  return scope.filter(({ role }) => roleReaches(reader.get('IamRole', org, role), needed))
}

/** A role that nobody has described is given the benefit of the doubt; one that is gone is not. */
function roleReaches(role: IamRoleRow | undefined, { service, tier }: Reach): boolean {
  if (!role?.reaches) return role !== undefined
  return role.reaches.some((reach) => reach.service === service && atLeast(reach.tier, tier))
}

/** Whether a caller may hand a role on: it goes no further than the caller does. */
export function holds(reader: Reader, caller: Caller, role: IamRoleRow): boolean {
  if (caller.scope && !caller.scope.some((entry) => entry.role === role.id)) return false
  const own = reader.gap('general.role-tiers')[caller.role] ?? 'none'
  return (role.reaches ?? []).every(({ tier }) => atLeast(own, tier))
}
