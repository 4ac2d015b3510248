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
import { callOff } from '../paging/waiting.ts'
import { note } from '../timeline.ts'
import { beginIncident, endIncident } from './incident-life.ts'

/** The stated length of the incident list (Limits). */
const CAP = 100

export const listIncidents: Effect<'listIncidents'> = (context) => {
  const rows = incidentsAsked(context, context.caller.org, context.query.status)
  context.cite(listCapped)
  return { incidents: [...rows.take(CAP)].map((incident) => incidentView(context, incident)) }
}

function incidentsAsked(context: Reader, org: string, filter: string | undefined): IteratorObject<IncidentRow> {
  context.cite(listNewestFirst)
  const newest = (index: string, ...parts: string[]) => Iterator.from(context.newest('OncallIncident', index, ...parts))
  const status = filter === undefined ? undefined : statusNamed(context, filter)
  if (status === 'none') return newest('all', org).take(0)
  if (status === undefined) {
    context.cite(listWorkingSet)
    return newest('working', org)
  }
  context.cite(listFiltered)
  return newest('status', org, status)
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
  if (incident.status === 'resolved') {
    context.cite(resolvedIsFinal)
    return incidentView(context, incident)
  }
  if (incident.status === 'acknowledged' && context.gap('oncall.repeat-time') === 'keep')
    return incidentView(context, incident)
  const named = context.gap('oncall.acknowledged-by-place') === 'timeline'
  if (named) context.cite(acknowledgeIsMarked)
  note(context, incident, 'acknowledged', { byLabel: named ? label : undefined })
  context.cite(acknowledgeMoves)
  context.cite(acknowledgeIsTimed)
  const acknowledged = context.put('OncallIncident', {
    ...incident,
    status: 'acknowledged',
    acknowledgedAt: context.fresh.time(context.nowMs),
    acknowledgedBy: { userId, label },
  })
  callOff(context, acknowledged)
  return incidentView(context, acknowledged)
}

export const resolveIncident: Effect<'resolveIncident'> = (context) => {
  const incident = context.the('OncallIncident')
  if (incident.status === 'resolved' && context.gap('oncall.repeat-time') === 'keep')
    return incidentView(context, incident)
  if (incident.resolutionDue !== undefined) context.cancel(incident.resolutionDue)
  return incidentView(context, endIncident(context, incident, context.caller.label))
}
