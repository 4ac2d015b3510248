import type { Reader } from '../../../../world/reader.ts'
import type { DoorCaller, Effect } from '../../../area.ts'
import { updateView } from '../../queries/views.ts'
import type { IncidentRow } from '../../state/index.ts'
import { firstUpdateShows, timelinePrivate } from '../../statements/updates.ts'

const DAY_MS = 86_400_000

/** The public sees a page without any credential; the service alone says whose it is. */
export const visitor: DoorCaller = (reader, { parameters }) => {
  const [service] = reader.oldest('OncallService', 'anywhere', parameters.serviceId ?? '')
  const nobody = { userId: '', label: '', email: '', role: '', permissions: [], scope: undefined }
  return { ...nobody, org: service?.org ?? '' }
}

export const getStatusPage: Effect<'getStatusPage'> = (context) => {
  const { id, name, org } = context.the('OncallService')
  const incidents = visibleIncidents(context, org, id).map((incident) => {
    const { openedAt, resolvedAt } = incident
    return { ...publicView(context, incident), openedAt, ...(resolvedAt !== undefined && { resolvedAt }) }
  })
  return { serviceId: id, serviceName: name, incidents }
}

/** Incidents of a service that its status pages show, newest first. */
export function visibleIncidents(context: Reader, org: string, serviceId: string): IncidentRow[] {
  return [...context.newest('OncallIncident', 'service', org, serviceId)].filter(
    (incident) => isPublic(context, incident) && !isPast(context, incident),
  )
}

function isPast(context: Reader, { status, resolvedAtMs }: IncidentRow): boolean {
  if (status !== 'resolved' || resolvedAtMs === undefined) return false
  const days = context.gap('oncall.status-page-days')
  return days !== null && context.nowMs >= resolvedAtMs + days * DAY_MS
}

function isPublic(context: Reader, { everPublished }: IncidentRow): boolean {
  if (everPublished) return true
  context.cite(firstUpdateShows)
  return false
}

/** The public view of an incident: its updates, without the internal timeline. */
export function publicView(context: Reader, { org, id, title, status }: IncidentRow) {
  const updates = [...context.newest('PublicUpdate', 'parent', org, id)].map(updateView)
  context.cite(timelinePrivate)
  return { id, title, status, updates }
}
