import type { RefusalContext } from '../request/contexts.ts'
import { concernOf, covers } from './concern.ts'
import { entriesReaching } from './reach.ts'

export const reads = ({ operation: { does } }: RefusalContext): boolean => does === 'read' || does === 'list'

/** Whether the scope of a caller, if there is one, has a role that goes far enough, for what the request is about. */
export function scopeReaches(context: RefusalContext): boolean {
  const { scope, org } = context.caller
  if (!scope) return true
  const tier = context.gap(reads(context) ? 'general.read-tier' : 'general.write-tier')
  const concern = concernOf(context)
  return entriesReaching(context, org, scope, { service: context.operation.area, tier }).some(({ resourceIds }) =>
    covers(resourceIds, concern, reads(context)),
  )
}
