import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'

/** The number of monitors that services were last shown with, as long as no monitor has changed since. */
type Shown = ReadonlyMap<string, number>

/**
 * Which monitors count as attached is open. But a service that shows some, and that is deleted all the same, was deleted
 * while monitors were attached (Endpoints, Uptime, row 6).
 */
export const shownAttached: Check<Shown> = {
  name: 'attached',
  provenance: 'stated',
  start: new Map(),
  look(answered, shown) {
    const { operation, request, received } = answered
    const memory = after(answered, shown)
    const count = shown.get(request.parameters.id ?? '') ?? 0
    if (operation.id !== 'deleteUptimeService' || !isSuccess(answered) || count === 0)
      return { found: NOTHING_FOUND, memory }
    const rule = 'uptime.monitors-attached'
    const reason = `the service has shown ${count} monitors`
    return {
      found: [{ code: 'accepted', rule, reason, expected: [409], actual: received.status, rules: [rule] }],
      memory,
    }
  },
}

function after({ operation: { entity, does }, things }: Answered, shown: Shown): Shown {
  if (entity === 'UptimeMonitor' && does !== 'read' && does !== 'list') return new Map()
  const counted = things.flatMap(({ entity: kind, id, object: { monitors } }) =>
    kind === 'UptimeService' && typeof monitors === 'number' ? [[id, monitors] as const] : [],
  )
  return counted.length === 0 ? shown : new Map([...shown, ...counted])
}
