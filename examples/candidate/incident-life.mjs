import { startWalk } from './escalation.mjs'

/**
 * Opens an incident on a service and starts its escalation walk.
 * @param {any} world @param {any} org @param {any} service
 * @param {{title: string, description?: string, manual: boolean, by?: any}} facts @param {number} now
 */
export function openIncident(world, org, service, facts, now) {
  const incident = {
    id: world.newId(),
    service,
    title: facts.title,
    description: facts.description,
    manual: facts.manual,
    status: 'open',
    openedAt: now,
    acknowledgedAt: undefined,
    resolvedAt: undefined,
    acknowledgedBy: undefined,
    /** Fingerprint -> {title, startsAt, since, firing}. */
    alerts: new Map(),
    timeline: [],
    /** Public updates by id. */
    updates: new Map(),
    everUpdated: 0,
  }
  note(incident, now, 'opened', facts.by)
  org.incidents.set(incident.id, incident)
  org.history.push(incident)
  if (!org.working.has(service.id)) org.working.set(service.id, new Set())
  org.working.get(service.id).add(incident)
  startWalk(world, org, incident, now)
  if (world.fault('idle-incident-resolves')) {
    world.timers.add(now + 3600000, { timer: 'auto-resolve', entity: 'OncallIncident', id: incident.id }, (at) => {
      if (incident.alerts.size === 0 && incident.status !== 'resolved') {
        changeStatus(org, incident, 'resolved', at, undefined)
        incident.resolvedAt = at
      }
    })
  }
  return incident
}

/** Writes the internal timeline. */
export function note(incident, at, what, by) {
  incident.timeline.push({ at, what, by: by && { id: by.id, label: by.label } })
}

/** Moves an incident to another status, by a user or (without one) by itself. */
export function changeStatus(org, incident, status, at, by) {
  incident.status = status
  if (status === 'acknowledged') incident.acknowledgedBy = by
  const working = org.working.get(incident.service.id)
  if (status === 'resolved') working.delete(incident)
  else working.add(incident)
  note(incident, at, status, by)
}

/** Number of firing alerts of the incident. It does not change after resolution. */
export function firingCount(choice, incident) {
  if (incident.status === 'resolved' && choice.firingAfterResolve === 'zero') return 0
  let count = 0
  for (const alert of incident.alerts.values()) if (alert.firing) count += 1
  return count
}
