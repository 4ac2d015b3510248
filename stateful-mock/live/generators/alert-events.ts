import type { AlertRow } from '../../../src/model/areas/oncall/state.ts'
import { oneOf, type Plot, type Stage } from './event-generator.ts'

const ALERTS = [
  { alert: 'HighLatency', trouble: 'is slow' },
  { alert: 'ErrorRate', trouble: 'answers with errors' },
  { alert: 'QueueBacklog', trouble: 'falls behind with its queue' },
  { alert: 'DiskAlmostFull', trouble: 'runs out of disk' },
] as const

/** Only where all is quiet, so that there is never more than one more for each service. */
export const alertFires: Plot = (stage) => {
  const { here, org, dice } = stage
  const alerts = firing(stage)
  const quiet = [...here.oldest('OncallService', 'all', org)].filter(
    ({ id }) => !alerts.some(({ serviceId }) => serviceId === id),
  )
  const service = oneOf(dice, quiet)
  if (!service) return undefined
  const { alert, trouble } = oneOf(dice, ALERTS) ?? ALERTS[0]
  const labels = { severity: dice.share() < 0.3 ? 'critical' : 'warning' }
  return {
    name: 'alertFires',
    org,
    body: { serviceId: service.id, alert, title: `${service.name} ${trouble}`, labels },
  }
}

export const alertResolves: Plot = (stage) => {
  const alert = oneOf(stage.dice, firing(stage))
  return (
    alert && {
      name: 'alertResolves',
      org: stage.org,
      body: { serviceId: alert.serviceId, alert: alert.identity },
    }
  )
}

function firing({ here, org }: Stage): AlertRow[] {
  const incidents = [...here.oldest('OncallIncident', 'working', org)]
  return incidents.flatMap(({ id }) => [...here.oldest('OncallAlert', 'firing', org, id)])
}
