import type { RefusalContext } from '../request/contexts.ts'
import { concernOf, covers } from './concern.ts'
import { entriesReaching } from './reach.ts'

export const reads = ({ operation: { does } }: RefusalContext): boolean => does === 'read' || does === 'list'

/** Access to a registry is enough to log in there and to revoke one's own login (Endpoints, Registries, 5 and 11). */
const onlyLooks = (context: RefusalContext): boolean =>
  reads(context) || context.operation.id === 'revokeLoginCredential'

/** True if the caller has no scope, or one with a role that reaches far enough for this request. */
export function scopeReaches(context: RefusalContext): boolean {
  const { scope, org } = context.caller
  if (!scope) return true
  const tier = context.gap(onlyLooks(context) ? 'general.read-tier' : 'general.write-tier')
  const concern = concernOf(context)
  return entriesReaching(context, org, scope, { service: context.operation.area, tier }).some(({ resourceIds }) =>
    covers(resourceIds, concern, onlyLooks(context)),
  )
}
