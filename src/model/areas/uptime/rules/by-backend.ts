import type { RefusalContext } from '../../../request/contexts.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'
import { type AskedMonitor, askedMonitor } from '../queries/asked-monitor.ts'
import { quotaReached } from '../queries/quota.ts'
import { quotaBeforeRelay } from '../statements/index.ts'

type Facts = Pick<Refusal, 'id' | 'says' | 'checklist' | 'where' | 'provenance'>

/**
 * Something the backend refuses in a monitor that is written. Interval, vantages and target are judged there
 * (Endpoints, Uptime, row 8), with a status that is not shown; at a full quota it is never asked.
 */
export function byBackend(
  facts: Facts & { readonly refuses: (asked: AskedMonitor, context: RefusalContext) => string | undefined },
): Refusal {
  const { refuses, ...rest } = facts
  return refusal({
    ...rest,
    stage: 'backend',
    status: 'uptime.backend-validation-status',
    on: ['createMonitor', 'updateMonitor'],
    when: (context) => {
      const asked = askedMonitor(context)
      return asked && !stopsAtQuota(context) ? refuses(asked, context) : undefined
    },
  })
}

/** A request that the quota stops never gets as far as the backend. */
export function stopsAtQuota(context: RefusalContext): boolean {
  if (context.operation.id !== 'createMonitor') return false
  context.cite(quotaBeforeRelay)
  return quotaReached(context)
}
