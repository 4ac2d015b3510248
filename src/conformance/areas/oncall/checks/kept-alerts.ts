import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

interface Shown {
  readonly alerts: readonly string[]
  readonly atMs: number
}

/** How long alerts are kept is open. */
const SURELY_KEPT_MS = 86_400_000

/**
 * An incident is shown with its alerts (On-call 13), not only with those that still fire. How it names them is not shown, so
 * an alert that a list of a detail has named is looked for in those of later ones, whichever it is, but for their timelines.
 * Where a list is called so, it has those of no other incident, and some if there are any.
 */
export const keptAlerts: Check<ReadonlyMap<string, Shown>> = {
  name: 'detail',
  provenance: 'stated',
  start: new Map(),
  look(answered, memory) {
    const { operation, request, received, shadow } = answered
    if (operation.id !== 'getIncident' || !isSuccess(answered)) return { found: NOTHING_FOUND, memory }
    const { id = '' } = request.parameters
    const { nowMs } = shadow.world
    const text = listsIn(received.json).join()
    const alerts = rowsOf(shadow.world, 'OncallAlert')
      .filter(({ incidentId, identity }) => incidentId === id && text.includes(identity))
      .map(({ identity }) => identity)
    const before = memory.get(id) ?? { alerts: [], atMs: nowMs }
    const missing = before.alerts.find((identity) => !text.includes(identity))
    const isLost = missing !== undefined && nowMs - before.atMs < SURELY_KEPT_MS
    const lacks = { code: 'lacks', path: 'alerts', entity: 'OncallAlert', id: missing } as const
    const lost: Found[] = isLost ? [{ ...lacks, expected: missing, actual: undefined, rules: ['ONC-08'] }] : []
    return {
      found: [...lost, ...withoutAny(answered, id), ...ofOthers(answered, id)],
      memory: new Map(memory).set(id, { alerts, atMs: nowMs }),
    }
  },
}

const listsIn = (node: unknown): string[] => {
  if (Array.isArray(node)) return [JSON.stringify(node)]
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([name, value]) => (/timeline/i.test(name) ? [] : listsIn(value)))
}

/** An incident that surely has alerts, shown with nothing in the place of them. */
function withoutAny({ received, shadow }: Answered, incident: string): Found[] {
  const hasAlert = [shadow, ...shadow.others].every(({ world }) =>
    rowsOf(world, 'OncallAlert').some(({ incidentId }) => incidentId === incident),
  )
  const places = placesOfAlerts(received.json)
  if (!hasAlert || places.length === 0 || places.some((place) => Object.keys(place).length > 0)) return []
  const [expected, actual] = ['its alerts', places[0]]
  return [{ code: 'empty', path: 'alerts', expected, actual, rules: ['ONC-08'] }]
}

/** Lists and objects that are called after alerts. */
const placesOfAlerts = (node: unknown): object[] =>
  isObject(node)
    ? Object.entries(node).flatMap(([name, value]) =>
        /alert/i.test(name) && typeof value === 'object' && value !== null ? [value] : placesOfAlerts(value),
      )
    : []

/** Alerts of other incidents, whatever the target chose where it is open which incident an alert belongs to. */
function ofOthers({ received, shadow }: Answered, incident: string): Found[] {
  const text = alertsIn(received.json).join()
  const worlds = [shadow, ...shadow.others].map(({ world }) => rowsOf(world, 'OncallAlert'))
  const own = new Set(worlds.flat().flatMap((row) => (row.incidentId === incident ? [row.identity] : [])))
  // A name may be the beginning of another: ember-2 of ember-21.
  const isPartOfOwn = (identity: string) => [...own].some((one) => one.includes(identity))
  return [...new Set(worlds.flat().map(({ identity }) => identity))]
    .filter((identity) => !isPartOfOwn(identity) && text.includes(identity))
    .map((identity) => ({
      ...{ code: 'holds', path: 'alerts', entity: 'OncallAlert', id: identity, why: 'not-in-this-list' },
      ...{ expected: undefined, actual: identity, rules: ['ONC-08'] },
    }))
}

const alertsIn = (node: unknown): string[] =>
  isObject(node)
    ? Object.entries(node).flatMap(([name, value]) =>
        name === 'alerts' && Array.isArray(value) ? [JSON.stringify(value)] : alertsIn(value),
      )
    : []
