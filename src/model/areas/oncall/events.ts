import type { EventContext } from '../../request/contexts.ts'
import type { EventEffect } from '../area.ts'
import { eventAnswer, ImpossibleEvent } from '../event-answer.ts'
import { instantSaid } from '../event-instant.ts'
import { touch } from './effects/alerts/alert-door.ts'
import { takeFiring, takeResolved } from './effects/alerts/alerts.ts'
import { publicView, visibleIncidents } from './effects/incidents/status-page.ts'
import { firingShown } from './queries/firing.ts'
import { providerOf } from './queries/provider.ts'
import { revokedSource } from './rules/alerts.ts'
import { type AlertSourceRow, ONLY } from './state/index.ts'

/** The body of both alert events, whose schema the caller has checked. */
interface AlertEvent {
  readonly serviceId?: string
  readonly sourceId?: string
  readonly alert: string
  readonly title?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly startsAt?: string
  readonly endsAt?: string
}

export const alertFires: EventEffect<'alertFires'> = (context) => {
  const { alert, title = alert, labels = {}, annotations = {}, startsAt } = context.body as AlertEvent
  const source = sourceCalled(context)
  const atMs = instantSaid(
    context,
    startsAt,
    source && { what: `the alert source ${source.id}`, createdAt: source.createdAt },
  )
  const place = serviceCalled(context, source)
  if (source) touch(context, source, true, atMs)
  const startsMs = startsAt === undefined ? undefined : atMs
  const reported = { ...place, identity: alert, fingerprint: alert, title, labels, annotations, startsMs }
  const { incident, opened } = takeFiring(context.at(atMs), reported)
  const change = { entity: 'OncallIncident', id: incident.id, change: opened ? 'created' : 'changed' } as const
  const firingAlerts = firingShown(context, incident)
  return { ...eventAnswer(context, change), incidentId: incident.id, opened, firingAlerts }
}

export const alertResolves: EventEffect<'alertResolves'> = (context) => {
  const { alert, endsAt } = context.body as AlertEvent
  const source = sourceCalled(context)
  const { org, serviceId } = serviceCalled(context, source)
  const [last] = context.newest('OncallAlert', 'identity', org, serviceId, alert)
  const atMs = instantSaid(context, endsAt, last && { what: `the alert ${alert}`, createdAt: last.startsAt })
  if (source) touch(context, source, false, atMs)
  const incident = takeResolved(context.at(atMs), { org, serviceId, identity: alert, endsMs: atMs })
  if (!incident) throw new ImpossibleEvent('not-possible', `the alert ${alert} does not fire`)
  const change = { entity: 'OncallIncident', id: incident.id, change: 'changed' } as const
  const resolved = incident.status === 'resolved'
  return {
    ...eventAnswer(context, change),
    incidentId: incident.id,
    resolved,
    firingAlerts: firingShown(context, incident),
  }
}

type AlertContext = EventContext<'alertFires' | 'alertResolves'>

/** The source that an alert arrives on, if one is named. */
function sourceCalled(context: AlertContext): AlertSourceRow | undefined {
  const { sourceId } = context.body as AlertEvent
  const source = sourceId === undefined ? undefined : context.get('OncallAlertSource', context.org, sourceId)
  if (sourceId !== undefined && !source) throw new ImpossibleEvent('unknown', `there is no alert source ${sourceId}`)
  if (source?.revoked) throw new ImpossibleEvent('not-possible', 'this alert source is revoked')
  return source
}

/** The service an alert is about, named directly or by its source. */
function serviceCalled(context: AlertContext, source: AlertSourceRow | undefined) {
  const { org } = context
  const { serviceId = '' } = context.body as AlertEvent
  const service = context.get('OncallService', org, source?.serviceId ?? serviceId)
  if (!service) throw new ImpossibleEvent('unknown', `there is no service ${serviceId}`)
  return { org, serviceId: service.id }
}

export const providerBehaves: EventEffect<'providerBehaves'> = (context) => {
  const { behaviour, only } = context.body
  const { org } = context
  const before = providerOf(context, org)
  const seq = context.get('OncallProvider', org, ONLY)?.seq ?? context.serial()
  context.put('OncallProvider', {
    id: ONLY,
    org,
    seq,
    verification: only === 'pages' ? before.verification : behaviour,
    pages: only === 'verification' ? before.pages : behaviour,
  })
  return eventAnswer(context)
}

export const statusPageViewed: EventEffect<'statusPageViewed'> = (context) => {
  const { org } = context
  const all = [...context.oldest('OncallService', 'all', org)].map(({ id }) => id)
  const { serviceIds = all } = context.body
  const incidents = serviceIds.flatMap((serviceId) => visibleIncidents(context, org, serviceId))
  return {
    incidents: incidents
      .toSorted((a, b) => b.seq - a.seq)
      .map((incident) => ({ ...publicView(context, incident), serviceName: incident.serviceName })),
  }
}

/** Somebody presents the token of an alert source at its webhook (Authentication, point 6). */
export const credentialUsed: EventEffect<'credentialUsed'> = (context) => {
  const { kind, id, secret, at } = context.body
  if (kind !== 'alert-source') return undefined
  const [bySecret] = secret === undefined ? [] : context.newest('OncallAlertSource', 'token', secret)
  const source = bySecret ?? (id === undefined ? undefined : context.get('OncallAlertSource', context.org, id))
  if (!source) return { ...eventAnswer(context), accepted: false, reason: 'no such alert source' }
  if (source.revoked) {
    context.cite(revokedSource)
    return { ...eventAnswer(context), accepted: false, reason: 'revoked' }
  }
  const atMs = instantSaid(context, at, { what: `the alert source ${source.id}`, createdAt: source.createdAt })
  const noted = touch(context, source, true, atMs)
  const changed = noted ? [{ entity: 'OncallAlertSource', id: source.id, change: 'changed' } as const] : []
  return { ...eventAnswer(context, ...changed), accepted: true }
}
