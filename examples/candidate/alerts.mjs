import { changeStatus, note, openIncident } from './incident-life.mjs'

/**
 * One alert of a service starts firing, or is told to be still firing.
 * It attaches to an unresolved incident of the service, or opens a new one.
 * @param {{fingerprint: string, title: string, startsAt?: string}} alert
 * @returns {any} the incident it belongs to
 */
export function alertFires(world, org, service, alert, now) {
  const { choice } = world
  const unresolved = [...(org.working.get(service.id) ?? [])]
  const holding = unresolved.find((incident) => incident.alerts.has(alert.fingerprint))
  if (!holding && choice.repeatedAlertOfResolved === 'ignored' && alert.startsAt !== undefined) {
    const before = service.lastAlerts?.get(alert.fingerprint)
    if (before && before.startsAt === alert.startsAt) return before.incident
  }
  const attachable = world.fault('acknowledged-takes-no-alerts')
    ? unresolved.filter(({ status }) => status === 'open')
    : unresolved
  let incident = holding ?? (choice.alertAttachesTo === 'newest' ? attachable.at(-1) : attachable[0])
  if (!incident && world.fault('alert-reopens-resolved')) incident = reopened(org, service, now)
  incident ??= openIncident(world, org, service, { title: alert.title, manual: false }, now)
  if (!incident.alerts.get(alert.fingerprint)?.firing) {
    incident.alerts.set(alert.fingerprint, { title: alert.title, startsAt: alert.startsAt, since: now, firing: true })
    note(incident, now, `alert firing: ${alert.title}`)
  }
  service.lastAlerts ??= new Map()
  service.lastAlerts.set(alert.fingerprint, { startsAt: alert.startsAt, incident })
  return incident
}

/** Part of a fault: the newest resolved incident of the service becomes open again. */
function reopened(org, service, now) {
  const last = org.history.findLast((incident) => incident.service === service)
  if (last) changeStatus(org, last, 'open', now)
  return last
}

/**
 * One alert of a service stops firing. An incident whose alerts have all
 * stopped resolves by itself where the variant says so.
 * @returns {any | undefined} the unresolved incident on which it fired
 */
export function alertResolves(world, org, service, fingerprint, now) {
  let touched
  for (const incident of [...(org.working.get(service.id) ?? [])]) {
    const alert = incident.alerts.get(fingerprint)
    if (!alert?.firing) continue
    touched ??= incident
    alert.firing = false
    note(incident, now, `alert resolved: ${alert.title}`)
    const quiet = [...incident.alerts.values()].every(({ firing }) => !firing)
    if (quiet && world.choice.autoResolve) {
      changeStatus(org, incident, 'resolved', now)
      incident.resolvedAt = now
    }
  }
  return touched
}
