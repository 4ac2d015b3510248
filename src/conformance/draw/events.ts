import type { Driver } from '../../target/driver.ts'
import { liveRows, rowsOf } from '../shadow/rows.ts'
import type { EventStep } from '../step/step.ts'
import { type Drawing, plainName } from './drawing.ts'
import type { Cast } from './next-step.ts'
import type { Theme } from './themes.ts'

type DrawBody = (drawing: Drawing) => unknown

/** Outside events a sequence may cause, by what the theme is about. Undefined: not possible now. */
const EVENTS: Readonly<Record<string, { readonly about: string; readonly body: DrawBody }>> = {
  alertFires: {
    about: 'OncallIncident',
    body: (drawing) => {
      const service = drawing.sampler.pick(liveRows(drawing.shadow.world, 'OncallService', drawing.org))
      return service && { serviceId: service.id, alert: plainName(drawing) }
    },
  },
  alertResolves: {
    about: 'OncallIncident',
    body: ({ shadow, sampler }) => {
      const firing = rowsOf(shadow.world, 'OncallAlert').filter((row) => 'status' in row && row.status === 'firing')
      const alert = sampler.pick(firing) as { serviceId?: string; identity?: string } | undefined
      return alert && { serviceId: alert.serviceId, alert: alert.identity }
    },
  },
  probeResult: {
    about: 'UptimeMonitor',
    body: ({ shadow, org, sampler }) => {
      const monitor = sampler.pick(
        liveRows(shadow.world, 'UptimeMonitor', org).filter((row) => 'enabled' in row && row.enabled === true),
      ) as { id: string; vantages?: readonly string[] } | undefined
      const vantage = sampler.pick(monitor?.vantages ?? [])
      return monitor && vantage && { monitorId: monitor.id, vantage, outcome: sampler.pick(['ok', 'fail']) }
    },
  },
}

/** Whether a sequence on these operations may cause an outside event. */
export const mayCauseEvent = (driver: Driver, operations: Theme['operations']): boolean =>
  possibleEvents(driver, operations).length > 0

const possibleEvents = (driver: Driver, operations: Theme['operations']) =>
  Object.entries(EVENTS).filter(
    ([name, { about }]) => driver.can(name) && operations.some(({ entity }) => entity === about),
  )

export function drawEvent(drawing: Drawing, driver: Driver, theme: Theme, cast: Cast): EventStep | undefined {
  const chosen = drawing.sampler.pick(possibleEvents(driver, theme.operations))
  const body = chosen?.[1].body(drawing)
  return chosen && body ? { kind: 'event', event: chosen[0], actor: cast.main, body } : undefined
}
