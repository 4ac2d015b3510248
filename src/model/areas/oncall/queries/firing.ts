import type { Reader } from '../../../world/reader.ts'
import type { IncidentRow } from '../state/index.ts'
import { firingCounted } from '../statements/alerts.ts'

/** The number of an incident's alerts that are firing now. */
export function firingNow(context: Reader, { org, id }: IncidentRow): number {
  context.cite(firingCounted)
  return [...context.oldest('OncallAlert', 'firing', org, id)].length
}

/** The value of firingAlerts: after resolution a gap decides. */
export function firingShown(context: Reader, incident: IncidentRow): number {
  if (incident.status !== 'resolved') return firingNow(context, incident)
  const after = context.gap('oncall.firing-alerts-after-resolve')
  if (after === 'follow') return firingNow(context, incident)
  return after === 'freeze' ? incident.firingAtEnd : 0
}
