import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import type { Answered } from '../../../shadow/answered.ts'

/** Monitor -> the state that was shown last and when, and whether its metrics were unavailable since. */
type States = ReadonlyMap<string, Shown & { readonly isAfterOutage: boolean }>

interface Shown {
  readonly id: string
  readonly state: string
  readonly atMs: number
}

/**
 * A monitor is unaffected when its metrics are unavailable (Endpoints, Uptime, row 12). A probe may change its state at any
 * moment, but none makes it pending again; a change of the monitor may, and so may a long time without probes.
 */
export const unaffectedByOutage: Check<States> = {
  name: 'state',
  provenance: 'stated',
  start: new Map(),
  look(answered, states) {
    const { operation, request, received } = answered
    const id = request.parameters.id ?? ''
    const last = states.get(id)
    if (operation.id === 'getMonitorMetrics' && received.status === UNAVAILABLE && last)
      return { found: NOTHING_FOUND, memory: new Map([...states, [id, { ...last, isAfterOutage: true }]]) }
    if (CHANGES.has(operation.id)) return { found: NOTHING_FOUND, memory: without(states, id) }
    const shown = statesIn(answered)
    if (shown.length === 0) return { found: NOTHING_FOUND, memory: states }
    const found = shown.flatMap((one) => affected(states, one))
    return {
      found,
      memory: new Map([...states, ...shown.map((one) => [one.id, { ...one, isAfterOutage: false }] as const)]),
    }
  },
}

const UNAVAILABLE = 503
/** Shorter than any interval between probes that is on offer anywhere. */
const SOON_MS = 10_000
const CHANGES: ReadonlySet<string> = new Set(['updateMonitor', 'deleteMonitor'])

const statesIn = ({ things, shadow }: Answered): Shown[] =>
  things.flatMap(({ entity, id, object: { state } }) =>
    entity === 'UptimeMonitor' && typeof state === 'string' ? [{ id, state, atMs: shadow.world.nowMs }] : [],
  )

function affected(states: States, { id, state: actual, atMs }: Shown): Found[] {
  const last = states.get(id)
  if (!last?.isAfterOutage || last.state === 'pending' || actual !== 'pending') return []
  if (atMs - last.atMs > SOON_MS) return []
  const { state: expected } = last
  return [{ code: 'value', path: 'state', expected, actual, rules: ['UPT-06'] }]
}

const without = (states: States, id: string): States => new Map([...states].filter(([one]) => one !== id))
