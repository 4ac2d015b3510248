import type { Reader } from '../../../../world/reader.ts'
import type { Effect } from '../../../area.ts'
import { incidentView, updateView } from '../../queries/views.ts'
import type { AlertRow, IncidentRow, TimelineRow } from '../../state/index.ts'
import { detailWhole } from '../../statements/incident-list.ts'
import { acknowledgeIsMarked } from '../../statements/incidents.ts'

/** No field of the detail is stated; only that alerts and timeline are in it (Gaps in resource fields). */
export const getIncident: Effect<'getIncident'> = (context) => {
  const incident = context.the('OncallIncident')
  const { org, id } = incident
  const view = { ...incidentView(context, incident), ...more(context, incident) }
  const updates = [...context.newest('PublicUpdate', 'parent', org, id)].map(updateView)
  const timeline = [...context.oldest('OncallTimelineEntry', 'parent', org, id)].map(entryView)
  const alerts = [...context.oldest('OncallAlert', 'parent', org, id)].map(alertView)
  context.cite(detailWhole)
  const parts = { alerts, timeline, updates }
  return context.gap('oncall.detail-shape') === 'flat' ? { ...view, ...parts } : { incident: view, ...parts }
}

function more(context: Reader, { description, acknowledgedBy }: IncidentRow): object {
  const told = description !== undefined && context.gap('oncall.description-place') === 'detail'
  const marked = acknowledgedBy !== undefined && context.gap('oncall.acknowledged-by-place') === 'detail'
  if (marked) context.cite(acknowledgeIsMarked)
  return { ...(told && { description }), ...(marked && { acknowledgedBy }) }
}

function alertView({ fingerprint, status, labels, annotations, startsAt, endsAt }: AlertRow): object {
  return {
    fingerprint,
    status,
    labels,
    annotations,
    ...(startsAt !== undefined && { startsAt }),
    ...(endsAt !== undefined && { endsAt }),
  }
}

export function entryView({ at, kind, byLabel, detail }: TimelineRow): object {
  return { at, kind, ...(byLabel !== undefined && { byLabel }), ...(detail !== undefined && { detail }) }
}
