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
    kind,
    byLabel: more.byLabel,
    detail: more.detail,
  })
}
