import { isObject } from '../../../../contract/json.ts'
import type { Rows } from '../../../../model/world/rows.ts'
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
      found: [...lost, ...leftOut(answered, id, text), ...withoutAny(answered, id), ...ofOthers(answered, id)],
      memory: new Map(memory).set(id, { alerts, atMs: nowMs }),
    }
  },
}

const listsIn = (node: unknown): string[] => {
  if (Array.isArray(node)) return [JSON.stringify(node)]
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([name, value]) => (/timeline/i.test(name) ? [] : listsIn(value)))
}

/** Of alerts that came together and surely fire, some are named and one is not: however it names them, that one is left out. */
function leftOut({ received, shadow }: Answered, incident: string, text: string): Found[] {
  const firing = [shadow, ...shadow.others].map(({ world }) =>
    rowsOf(world, 'OncallAlert').filter((row) => row.incidentId === incident && row.status === 'firing'),
  )
  const [known = [], ...others] = firing
  const isSure = ({ identity }: Alert) => others.every((rows) => rows.some((row) => row.identity === identity))
  const missing = [...Map.groupBy(known.filter(isSure), togetherWith).values()].flatMap((alerts) => {
    const unnamed = alerts.filter(({ identity }) => !text.includes(identity))
    return unnamed.length < alerts.length ? unnamed : []
  })[0]?.identity
  if (missing === undefined) return []
  const lacks = { code: 'lacks', path: 'alerts', entity: 'OncallAlert', id: missing } as const
  return [{ ...lacks, expected: missing, actual: received.json, rules: ['ONC-08'] }]
}

type Alert = Rows['OncallAlert']

/** Alerts of one notification began at the same time, and have the same kinds of labels. */
const togetherWith = ({ startsMs, labels }: Alert): string => [startsMs, ...Object.keys(labels).toSorted()].join()

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

/**
 * Alerts of other incidents, whatever the target chose where it is open which incident an alert belongs to; and what another
 * organization was told of an alert, though it may have the same one.
 */
function ofOthers({ received, shadow, org }: Answered, incident: string): Found[] {
  const text = alertsIn(received.json).join()
  const worlds = [shadow, ...shadow.others].map(({ world }) => rowsOf(world, 'OncallAlert'))
  const own = new Set(worlds.flat().flatMap((row) => (row.incidentId === incident ? [row.identity] : [])))
  // A name may be the beginning of another: ember-2 of ember-21.
  const isPartOfOwn = (identity: string) => [...own].some((one) => one.includes(identity))
  const foreign = [...new Set(worlds.flat().map(({ identity }) => identity))]
    .filter((identity) => !isPartOfOwn(identity) && text.includes(identity))
    .map((identity) => ({ identity, why: 'not-in-this-list', actual: identity }) as const)
  const ours = textsOf(worlds.flat().filter((row) => row.org === org))
  const told = worlds.flat().flatMap((row) => {
    const theirs = row.org === org ? [] : textsOf([row]).filter((one) => isTelling(one) && !ours.includes(one))
    return theirs
      .filter((one) => text.includes(one))
      .map((actual) => ({ identity: row.identity, why: 'elsewhere', actual }) as const)
  })
  return [...foreign, ...told.slice(0, 1)].map(({ identity: id, why, actual }) => ({
    ...{ code: 'holds', path: 'alerts', entity: 'OncallAlert', id, why },
    ...{ expected: undefined, actual, rules: ['ONC-08'] },
  }))
}

const textsOf = (alerts: readonly Alert[]): string[] => alerts.flatMap(({ annotations }) => Object.values(annotations))

/** Shorter ones could be there by chance. */
const SHORTEST = 12
const isTelling = (text: string): boolean => text.length >= SHORTEST

const alertsIn = (node: unknown): string[] =>
  isObject(node)
    ? Object.entries(node).flatMap(([name, value]) =>
        name === 'alerts' && Array.isArray(value) ? [JSON.stringify(value)] : alertsIn(value),
      )
    : []
