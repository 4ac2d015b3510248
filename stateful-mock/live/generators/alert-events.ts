import type { AlertRow } from '../../../src/model/areas/oncall/state/index.ts'
import { type EventGenerator, type GeneratorContext, oneOf } from './event-generator.ts'

const ALERTS = [
  { alert: 'HighLatency', trouble: 'is slow' },
  { alert: 'ErrorRate', trouble: 'answers with errors' },
  { alert: 'QueueBacklog', trouble: 'falls behind with its queue' },
  { alert: 'DiskAlmostFull', trouble: 'runs out of disk' },
] as const

/** Only where all is quiet, so that there is never more than one more for each service. */
export const alertFires: EventGenerator = (context) => {
  const { reader, org, dice } = context
  const alerts = firing(context)
  const quiet = [...reader.oldest('OncallService', 'all', org)].filter(
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

export const alertResolves: EventGenerator = (context) => {
  const alert = oneOf(context.dice, firing(context))
  return (
    alert && {
      name: 'alertResolves',
      org: context.org,
      body: { serviceId: alert.serviceId, alert: alert.identity },
    }
  )
}

function firing({ reader, org }: GeneratorContext): AlertRow[] {
  const incidents = [...reader.oldest('OncallIncident', 'working', org)]
  return incidents.flatMap(({ id }) => [...reader.oldest('OncallAlert', 'firing', org, id)])
}
