import { type Drawing, plainName } from '../../kit/drawing.ts'
import type { DrawnEvents } from '../../kit/drawn-event.ts'
import type { Fixtures } from '../../kit/fixture.ts'
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
    needs: 'FiringAlert',
    exclusive: true,
    body: (drawing) => {
      const alert = drawing.sampler.pick(firing(drawing))
      return alert && { serviceId: alert.serviceId, alert: alert.identity }
    },
  },
}

export const ONCALL_FIXTURES: Fixtures = {
  FiringAlert: {
    isThere: (drawing) => firing(drawing).length > 0,
    prepare(drawing) {
      const service = anyOwn(drawing, 'OncallService')
      return service
        ? { event: 'alertFires', body: { serviceId: service.id, alert: plainName(drawing) } }
        : { missing: 'OncallService' }
    },
    alone: true,
  },
  ConfiguredProvider: {
    isThere: ({ shadow, org }) =>
      rowsOf(shadow.world, 'ProviderCredential').some((row) => row.org === org && row.configured),
    prepare: () => ({ operation: 'setProviderCredential' }),
    // It is everybody's: others take it away.
    alone: true,
  },
}

const firing = ({ shadow }: Drawing) => rowsOf(shadow.world, 'OncallAlert').filter(({ status }) => status === 'firing')
