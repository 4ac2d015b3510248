import type { Reader } from '../../../../world/reader.ts'
import type { Effect } from '../../../area.ts'
import { incidentView } from '../../queries/views.ts'
import type { IncidentRow, IncidentStatus } from '../../state/index.ts'
import { listCapped, listFiltered, listNewestFirst, listWorkingSet } from '../../statements/incident-list.ts'
import {
  acknowledgeIsMarked,
  acknowledgeIsTimed,
  acknowledgeMoves,
  resolvedIsFinal,
} from '../../statements/incidents.ts'
import { note } from '../timeline.ts'
import { beginIncident, endIncident } from './incident-life.ts'

/** The stated length of the incident list (Limits). */
const CAP = 100

export const listIncidents: Effect<'listIncidents'> = (context) => {
  const rows = incidentsAsked(context, context.caller.org, context.query.status)
  const incidents = context.follow(listCapped) ? rows.take(CAP) : rows
  return { incidents: [...incidents].map((incident) => incidentView(context, incident)) }
}

function incidentsAsked(context: Reader, org: string, filter: string | undefined): IteratorObject<IncidentRow> {
  const order = context.follow(listNewestFirst) ? 'newest' : 'oldest'
  const ordered = (index: string, ...parts: string[]) =>
    Iterator.from(context[order]('OncallIncident', index, ...parts))
  const all = () => ordered('all', org)
  const status = filter === undefined ? undefined : statusNamed(context, filter)
  if (status !== undefined && status !== 'none')
    return context.follow(listFiltered) ? ordered('status', org, status) : all()
  if (status === 'none') return all().take(0)
  return context.follow(listWorkingSet) ? ordered('working', org) : all()
}

/** The status a filter asks for; undefined: as if it were not there. */
function statusNamed(context: Reader, filter: string): IncidentStatus | 'none' | undefined {
  const values = context.gap('oncall.status-filter-values')
  if (Object.hasOwn(values, filter)) return values[filter]
  return context.gap('oncall.unknown-status-filter') === 'ignore' ? undefined : 'none'
}

export const openIncident: Effect<'openIncident'> = (context) => {
  const { serviceId, title, description } = context.body
  const { org, label } = context.caller
  return incidentView(context, beginIncident(context, { org, serviceId, title, description, byLabel: label }))
}

export const acknowledgeIncident: Effect<'acknowledgeIncident'> = (context) => {
  const incident = context.the('OncallIncident')
  const { userId, label } = context.caller
  if (incident.status === 'resolved' && context.follow(resolvedIsFinal)) return incidentView(context, incident)
  if (incident.status === 'acknowledged' && context.gap('oncall.repeat-time') === 'keep')
    return incidentView(context, incident)
  const named = context.gap('oncall.acknowledged-by-place') === 'timeline' && context.follow(acknowledgeIsMarked)
  note(context, incident, 'acknowledged', { byLabel: named ? label : undefined })
  const acknowledged = context.put('OncallIncident', {
    ...incident,
    status: context.follow(acknowledgeMoves) ? 'acknowledged' : incident.status,
    acknowledgedAt: context.follow(acknowledgeIsTimed) ? context.fresh.time(context.nowMs) : incident.acknowledgedAt,
    acknowledgedBy: { userId, label },
  })
  return incidentView(context, acknowledged)
}

export const resolveIncident: Effect<'resolveIncident'> = (context) => {
  const incident = context.the('OncallIncident')
  if (incident.status === 'resolved' && context.gap('oncall.repeat-time') === 'keep')
    return incidentView(context, incident)
  if (incident.resolutionDue !== undefined) context.cancel(incident.resolutionDue)
  return incidentView(context, endIncident(context, incident, context.caller.label))
}
