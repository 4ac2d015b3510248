import type { Reader } from '../context.ts'
import type { Caller } from '../identity.ts'
import { entriesReaching } from './reach.ts'
import { atLeast, type Tier } from './tiers.ts'

/**
 * Whether a caller has a permission (`registry.key.admin`), on one resource where it is about one. A
 * role reaches a tier in every service; a membership may hold single permissions beside it; a narrowed
 * token has no more than its scope.
 */
export function permits(reader: Reader, caller: Caller, permission: string, resourceId?: string): boolean {
  const [service = '', , tier = 'admin'] = permission.split('.')
  const own = reader.gap('general.role-tiers')[caller.role] ?? 'none'
  const held = atLeast(own, tier as Tier) || caller.permissions.includes(permission)
  if (!held || !caller.scope) return held
  const entries = entriesReaching(reader, caller.org, caller.scope, { service, tier: tier as Tier })
  return entries.some(
    ({ resourceIds }) => resourceIds.length === 0 || resourceId === undefined || resourceIds.includes(resourceId),
  )
}

/** Whether a list filtered by instance shows a resource to this caller (Authentication, point 3). */
export function sees(reader: Reader, caller: Caller, service: string, resourceId: string): boolean {
  if (!caller.scope) return true
  const entries = entriesReaching(reader, caller.org, caller.scope, { service, tier: 'read' })
  return entries.some(({ resourceIds }) => resourceIds.length === 0 || resourceIds.includes(resourceId))
}
