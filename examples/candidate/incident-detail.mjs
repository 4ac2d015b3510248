import { when } from './values.mjs'

/**
 * One incident with its alerts and timeline. Its fields are not shown by the
 * contract; each variant has its own shape.
 * @param {Record<string, any>} choice @param {any} incident @param {any} shown the OncallIncident
 */
export function showDetail(choice, incident, shown) {
  const alerts = [...incident.alerts.entries()]
  if (choice.detailShape === 'a') {
    return {
      incident: { ...shown, description: incident.description },
      acknowledgedBy: incident.acknowledgedBy && {
        userId: incident.acknowledgedBy.id,
        label: incident.acknowledgedBy.label,
      },
      alerts: alerts.map(([fingerprint, alert]) => ({
        fingerprint,
        title: alert.title,
        firing: alert.firing,
        since: when(choice, alert.since),
      })),
      timeline: incident.timeline.map(({ at, what, by }) => ({ at: when(choice, at), what, by })),
      publicUpdates: [...incident.updates.values()].map(({ id, at, body, byLabel }) => ({
        id,
        at: when(choice, at),
        body,
        byLabel,
      })),
    }
  }
  return {
    summary: shown,
    about: incident.description ?? '',
    takenBy: incident.acknowledgedBy?.label ?? 'nobody',
    signals: alerts.map(([key, alert]) => ({ key, text: alert.title, state: alert.firing ? 'on' : 'off' })),
    log: incident.timeline.map(({ at, what, by }) => `${when(choice, at)} ${what}${by ? ` (${by.label})` : ''}`),
  }
}
