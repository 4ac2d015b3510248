import { plainName } from '../../kit/drawing.ts'
import type { DrawnEvents } from '../../kit/drawn-event.ts'
import { anyOwn } from '../../kit/own-rows.ts'
import { rowsOf } from '../../shadow/rows.ts'

/** An alert attaches to whatever incident is open on its service. */
export const ONCALL_EVENTS: DrawnEvents = {
  alertFires: {
    about: 'OncallIncident',
    makes: ['OncallIncident'],
    exclusive: true,
    body: (drawing) => {
      const service = anyOwn(drawing, 'OncallService')
      const source = drawing.sampler.chance(0.5) ? anyOwn(drawing, 'OncallAlertSource') : undefined
      const at = source ? { sourceId: source.id } : service && { serviceId: service.id }
      return at && { ...at, alert: plainName(drawing) }
    },
  },
  /** A look from outside. */
  statusPageViewed: {
    about: 'OncallIncident',
    body: ({ vocabulary }) => vocabulary.oncallServices && { serviceIds: vocabulary.oncallServices },
  },
  alertResolves: {
    about: 'OncallIncident',
    exclusive: true,
    body: ({ shadow, sampler }) => {
      const firing = rowsOf(shadow.world, 'OncallAlert').filter(({ status }) => status === 'firing')
      const alert = sampler.pick(firing)
      return alert && { serviceId: alert.serviceId, alert: alert.identity }
    },
  },
}
