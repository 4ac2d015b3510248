import type { RefusalContext } from '../../../../request/contexts.ts'
import { stateOf } from './phase.ts'

/** True if the organization has used up its clusters; a gap says whether those being torn down count. */
export function quotaReached(context: RefusalContext, quota: number): boolean {
  const live = [...context.newest('Cluster', 'live', context.caller.org)]
  const leaving = live.filter((cluster) => stateOf(context, cluster) === 'deleting').length
  const ignored = leaving > 0 && context.gap('clusters.quota-counts-deleting') === 'ignore' ? leaving : 0
  return live.length - ignored >= quota
}
