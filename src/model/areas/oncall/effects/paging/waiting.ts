import type { Transaction } from '../../../../world/transaction.ts'
import { stillWalks } from '../../queries/still-walks.ts'
import type { IncidentRow } from '../../state/index.ts'

/** Remembers the step that an incident's walk waits for, so that it can be called off. */
export function stepWaits(context: Transaction, { org, id }: IncidentRow, dueId: string): void {
  const walk = context.get('OncallWalk', org, id)
  if (walk) context.put('OncallWalk', { ...walk, stepDue: dueId })
}

/** Remembers a page that waits for its delay, and forgets those that were sent. */
export function pageWaits(context: Transaction, { org, id }: IncidentRow, dueId: string): void {
  const walk = context.get('OncallWalk', org, id)
  const waiting = (walk?.pagesDue ?? []).filter((due) => context.get('Due', '*', due))
  if (walk) context.put('OncallWalk', { ...walk, pagesDue: [...waiting, dueId] })
}

/** Nothing stays due for an incident that somebody has taken or that is over, unless the gaps let it go on. */
export function callOff(context: Transaction, incident: IncidentRow): void {
  const walk = context.get('OncallWalk', incident.org, incident.id)
  if (!walk) return
  const { stepDue, pagesDue = [] } = walk
  if (stepDue !== undefined && !stillWalks(context, incident)) context.cancel(stepDue)
  if (pagesDue.length > 0 && context.gap('oncall.pending-pages') === 'cancel')
    for (const due of pagesDue) context.cancel(due)
}
