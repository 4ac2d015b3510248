import { isObject } from '../../../contract/json.ts'
import type { Comparators } from '../../compare/comparator-table.ts'
import { asMade, type Comparator, type Item, itemsOf, objection } from '../../compare/comparison.ts'

/**
 * The person on call by rotation depends on a dozen gaps; an override is certain (On-call 5): its person is on call,
 * and is shown. Absence is always legal.
 */
const onCallNow: Comparator = (comparison, { predicted, observed, path }, schedule) => {
  if (!isObject(observed)) return
  // Otherwise "never shown" would explain whatever is shown.
  if (!isObject(predicted)) {
    objection(comparison, { code: 'nobody-on-call', path, expected: predicted, actual: observed }, 'implied')
    return
  }
  const override = predicted.override === true ? predicted : undefined
  const differs = (field: string, expected: unknown) =>
    objection(comparison, { code: 'value', path: `${path}.${field}`, expected, actual: observed[field] })
  if (observed.override !== (override !== undefined)) differs('override', override !== undefined)
  if (override && observed.userId !== override.userId) differs('userId', override.userId)
  if (override && observed.label !== override.label) differs('label', override.label)
  if (override) return
  const participants = itemsOf(schedule.participants)
  if (participants.length === 0 || participants.some(({ userId }) => userId === observed.userId)) return
  const userId = { path: `${path}.userId`, expected: 'a participant', actual: observed.userId }
  objection(comparison, { code: 'not-in-rotation', ...userId })
}

const textsOf = ({ updates }: Item): string =>
  itemsOf(updates)
    .map(({ body }) => String(body))
    .toSorted()
    .join(' | ')

/** A public page has our incidents with an update, each with its own, and none without (On-call 21 and 25); their order is open. */
const publicIncidents: Comparator = (comparison, { predicted, observed, path }) => {
  const [entity, want, got] = ['OncallIncident', itemsOf(predicted), itemsOf(observed)]
  const shown = (among: readonly Item[], id: unknown) => among.find((item) => item.id === id)
  for (const incident of want) {
    const found = shown(got, incident.id)
    const place = { expected: incident, actual: found }
    if (!found) objection(comparison, { code: 'lacks', path, entity, id: String(incident.id), ...place })
    else if (textsOf(found) !== textsOf(incident))
      objection(comparison, { code: 'items', path: `${path}[${entity}].updates`, ...place })
  }
  for (const incident of got.filter(({ id }) => !shown(want, id))) {
    const id = String(incident.id)
    const held = { entity, id, why: 'not-in-this-list', expected: undefined, actual: incident } as const
    if (comparison.standing(entity, id) === 'ours') objection(comparison, { code: 'holds', path, ...held })
  }
}

export const ONCALL_COMPARATORS: Comparators = {
  'getStatusPage incidents': publicIncidents,
  onCallNow,
  // The number of firing alerts among those that came and went (Events, point 4).
  firingAlerts: asMade,
}
