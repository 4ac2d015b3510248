import type { Transaction } from '../../../world/transaction.ts'
import type { IncidentRow, TimelineKind } from '../state/index.ts'

/** Writes a line of the incident's internal timeline. */
export function note(
  context: Transaction,
  incident: IncidentRow,
  kind: TimelineKind,
  more: { readonly byLabel?: string | undefined; readonly detail?: string | undefined } = {},
): void {
  const seq = context.serial()
  context.put('OncallTimelineEntry', {
    id: String(seq),
    org: incident.org,
    seq,
    incidentId: incident.id,
    at: context.fresh.time(context.nowMs),
    atMs: context.nowMs,
    kind,
    byLabel: more.byLabel,
    detail: more.detail,
  })
}

/** The incident as of an instant, or as of the last entry of its timeline: nothing comes before what is there. */
export function asOf(context: Transaction, { org, id, openedAtMs }: IncidentRow): Transaction {
  const [last] = context.newest('OncallTimelineEntry', 'parent', org, id)
  return context.at(Math.max(context.nowMs, openedAtMs ?? 0, last?.atMs ?? 0))
}
