import { plainName } from '../../kit/drawing.ts'
import type { DrawnEvents } from '../../kit/drawn-event.ts'
import { anyOwn } from '../../kit/own-rows.ts'
import { rowsOf } from '../../shadow/rows.ts'

/** An alert attaches to whatever incident is open on its service. */
export const ONCALL_EVENTS: DrawnEvents = {
  alertFires: {
    about: 'OncallIncident',
    exclusive: true,
    body: (drawing) => {
      const service = anyOwn(drawing, 'OncallService')
      return service && { serviceId: service.id, alert: plainName(drawing) }
    },
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
