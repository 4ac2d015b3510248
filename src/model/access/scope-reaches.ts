import type { RefusalContext } from '../request/contexts.ts'
import { concernOf, covers } from './concern.ts'
import { entriesReaching, limitsOf, type Scope } from './reach.ts'
import type { Tier } from './tiers.ts'

export const reads = ({ operation: { does } }: RefusalContext): boolean => does === 'read' || does === 'list'

/** Access to a registry is enough to log in there and to revoke one's own login (Endpoints, Registries, 5 and 11). */
const onlyLooks = (context: RefusalContext): boolean =>
  reads(context) || context.operation.id === 'revokeLoginCredential'

/** Nothing says that these take more than access: whoever works on an incident or joins a node, and one's own settings. */
const PERHAPS_FOR_READERS: ReadonlySet<string> = new Set([
  'openIncident',
  'publishUpdate',
  'addOverride',
  'removeOverride',
  'savePagingSettings',
  'createJoinToken',
  'createRegistrationToken',
])

/** A tier for reading allows no creating, changing or deleting, whatever else it allows (Resources, PermissionCatalogTier). */
function tierToWrite(context: RefusalContext): Tier {
  const { id, does } = context.operation
  const tier = context.gap('general.write-tier')
  return tier === 'read' && does !== 'act' && !PERHAPS_FOR_READERS.has(id) ? 'write' : tier
}

/** True if nothing limits the caller, or the roles of each limit reach far enough for this request. */
export const scopeReaches = (context: RefusalContext): boolean =>
  limitsOf(context.caller).every((limit) => limitReaches(context, limit))

/** True if each thing of the request is reached by one of the roles. */
function limitReaches(context: RefusalContext, limit: Scope): boolean {
  const tier = onlyLooks(context) ? context.gap('general.read-tier') : tierToWrite(context)
  const concern = concernOf(context, limit)
  const entries = entriesReaching(context, context.caller.org, limit, { service: context.operation.area, tier })
  return entries.length > 0 && covers(allOf(entries), concern, onlyLooks(context))
}

/** What several entries reach together; no ids are everything. */
function allOf(entries: readonly { readonly resourceIds: readonly string[] }[]): readonly string[] {
  const isEverything = entries.some(({ resourceIds }) => resourceIds.length === 0)
  return isEverything ? [] : entries.flatMap(({ resourceIds }) => resourceIds)
}
