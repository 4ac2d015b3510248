import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { firingNow } from '../../queries/firing.ts'
import type { AlertRow, IncidentRow } from '../../state/index.ts'
import { attachWhileAcknowledged, newAfterResolved } from '../../statements/alerts.ts'
import { beginIncident, endIncident, resolveLater } from '../incidents/incident-life.ts'
import { asOf, note } from '../timeline.ts'

/** An alert as a monitoring system reports it. */
export interface ReportedAlert extends Pick<AlertRow, 'org' | 'serviceId' | 'identity' | 'fingerprint'> {
  readonly title: string
  readonly labels: AlertRow['labels']
  readonly annotations: AlertRow['annotations']
  /** As it was told; undefined where it was not. */
  readonly startsMs: number | undefined
}

/** An alert fires: it attaches to an unresolved incident of its service, or opens one. */
export function takeFiring(context: Transaction, alert: ReportedAlert): { incident: IncidentRow; opened: boolean } {
  const told = toldBefore(context, alert)
  if (told) {
    tellAgain(context, alert)
    return { incident: told, opened: false }
  }
  const found = attachable(context, alert)
  if (!found && hasResolved(context, alert)) context.cite(newAfterResolved)
  const incident = found ?? beginIncident(context, alert)
  attach(context, incident, alert)
  return { incident: stayingOpen(context, incident), opened: !found }
}

/** The incident that has this alert already, where this is a repeated notification and no new alert. */
function toldBefore(context: Reader, alert: ReportedAlert): IncidentRow | undefined {
  const [last] = context.newest('OncallAlert', 'identity', alert.org, alert.serviceId, alert.identity)
  const incident = last?.status === 'firing' ? context.get('OncallIncident', alert.org, last.incidentId) : undefined
  if (incident?.status !== 'resolved')
    return incident && context.gap('oncall.repeated-alert') === 'same' ? incident : undefined
  // An alert that fires again after its incident was resolved is a new alert.
  if (alert.startsMs !== undefined && last?.startsMs !== alert.startsMs) return undefined
  return context.gap('oncall.repeated-alert-after-resolve') === 'ignore' ? incident : undefined
}

/** The last notification decides. */
function tellAgain(context: Transaction, { org, serviceId, identity, ...alert }: ReportedAlert): void {
  const [last] = context.newest('OncallAlert', 'identity', org, serviceId, identity)
  const { startsMs, labels, annotations } = alert
  if (!last || startsMs === undefined || last.startsMs === startsMs) return
  context.put('OncallAlert', { ...last, startsMs, startsAt: context.fresh.time(startsMs), labels, annotations })
}

function attachable(context: Reader, { org, serviceId }: ReportedAlert): IncidentRow | undefined {
  const unresolved = [...context.oldest('OncallIncident', 'unresolved', org, serviceId)].filter(
    ({ manual }) => !manual || context.gap('oncall.alert-on-manual-incident') === 'attach',
  )
  if (unresolved.some(({ status }) => status !== 'open')) context.cite(attachWhileAcknowledged)
  if (unresolved.length < 2) return unresolved[0]
  return unresolved.at(context.gap('oncall.attach-to') === 'oldest' ? 0 : -1)
}

/** True if the last incident of the service is resolved: it stays resolved, and another one opens. */
function hasResolved(context: Reader, { org, serviceId }: ReportedAlert): boolean {
  const [last] = context.newest('OncallIncident', 'service', org, serviceId)
  return last?.status === 'resolved'
}

function attach(context: Transaction, incident: IncidentRow, alert: ReportedAlert): void {
  const [last] = context.newest('OncallAlert', 'identity', alert.org, alert.serviceId, alert.identity)
  const startsMs = alert.startsMs ?? context.nowMs
  // The same alert that had stopped fires again: one alert, not two.
  const again = last?.incidentId === incident.id && last.status === 'resolved'
  const seq = again ? last.seq : context.serial()
  const row = {
    ...alert,
    startsMs,
    startsAt: context.fresh.time(startsMs),
    id: String(seq),
    seq,
    incidentId: incident.id,
    status: 'firing',
    endsAt: undefined,
  } as const
  context.put('OncallAlert', row)
  note(asOf(context, incident), incident, 'alertAttached', { detail: alert.title })
}

function stayingOpen(context: Transaction, incident: IncidentRow): IncidentRow {
  if (incident.resolutionDue === undefined) return incident
  context.cancel(incident.resolutionDue)
  return context.put('OncallIncident', { ...incident, resolutionDue: undefined })
}

/** An alert is over, since the instant told; with its last alert an incident may resolve. Undefined: nobody knew of it. */
export function takeResolved(
  context: Transaction,
  alert: Pick<ReportedAlert, 'org' | 'serviceId' | 'identity'> & { readonly endsMs: number | undefined },
): IncidentRow | undefined {
  const known = [...context.newest('OncallAlert', 'identity', alert.org, alert.serviceId, alert.identity)]
  const firing = known.filter(({ status }) => status === 'firing')
  const endsAt = context.fresh.time(alert.endsMs ?? context.nowMs)
  for (const row of firing) context.put('OncallAlert', { ...row, status: 'resolved', endsAt })
  const [last] = firing
  const incident = last && context.get('OncallIncident', alert.org, last.incidentId)
  if (!incident) return undefined
  const then = asOf(context, incident)
  note(then, incident, 'alertResolved', { detail: last.title ?? alert.identity })
  return resolvesItself(context, incident) ? resolved(then, incident) : incident
}

function resolvesItself(context: Reader, incident: IncidentRow): boolean {
  const { status, manual } = incident
  if (status === 'resolved' || firingNow(context, incident) > 0) return false
  if (manual && context.gap('oncall.auto-resolve-manual') === 'keep') return false
  const which = context.gap('oncall.auto-resolve')
  return which === 'all' || (which === 'unacknowledged' && status === 'open')
}

function resolved(context: Transaction, incident: IncidentRow): IncidentRow {
  return context.gap('oncall.auto-resolve-delay') > 0 ? resolveLater(context, incident) : endIncident(context, incident)
}
