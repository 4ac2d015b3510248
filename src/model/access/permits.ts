import type { Caller } from '../identity/identity.ts'
import type { Reader } from '../world/reader.ts'
import { atomsCover } from './atoms.ts'
import { entriesPermitting, entriesReaching, limitsOf, type Scope } from './reach.ts'
import { atLeast, type Tier } from './tiers.ts'

/**
 * True if a caller has a permission (`registry.key.admin`), on one resource where one is named. A role reaches a tier
 * in every service, unless grants replace it; a membership may have single permissions besides; a narrowed token has no
 * more than its scope.
 */
export const permits = (reader: Reader, caller: Caller, permission: string, resourceId?: string): boolean =>
  permitted(
    reader,
    caller,
    permission,
    (resourceIds) => resourceIds.length === 0 || resourceId === undefined || resourceIds.includes(resourceId),
  )

/** The same, where it takes more to say whether an entry of a scope covers what is to be done. */
export function permitted(
  reader: Reader,
  caller: Caller,
  permission: string,
  covers: (resourceIds: readonly string[], limit: Scope) => boolean,
): boolean {
  const held = caller.granted || roleHolds(reader, caller, permission) || atomsCover(caller.permissions, permission)
  if (!held) return false
  return limitsOf(caller).every((limit) =>
    entriesPermitting(reader, caller.org, limit, permission).some(({ resourceIds }) => covers(resourceIds, limit)),
  )
}

function roleHolds(reader: Reader, { role }: Caller, permission: string): boolean {
  const [, , tier = 'admin'] = permission.split('.')
  return atLeast(reader.gap('general.role-tiers')[role] ?? 'none', tier as Tier)
}

/** True if a list filtered by instance shows a thing to this caller: the caller reaches it or one of its parents. */
export function isListedFor(reader: Reader, caller: Caller, service: string, ...ids: readonly string[]): boolean {
  if (!caller.scope || reader.gap('general.instance-filtering') !== 'every-list') return true
  return ids.some((id) => sees(reader, caller, service, id))
}

/** True if a list filtered by instance shows a resource to this caller (Authentication, point 3). */
export function sees(reader: Reader, caller: Caller, service: string, resourceId: string): boolean {
  return limitsOf(caller).every((limit) =>
    entriesReaching(reader, caller.org, limit, { service, tier: 'read' }).some(
      ({ resourceIds }) => resourceIds.length === 0 || resourceIds.includes(resourceId),
    ),
  )
}
