import { isObject } from '../../../contract/json.ts'
import type { Comparators } from '../../compare/comparator-table.ts'
import { asMade, type Comparator, itemsOf, objection } from '../../compare/comparison.ts'

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
  objection(comparison, { code: 'not-in-rotation', ...userId }, 'implied')
}

export const ONCALL_COMPARATORS: Comparators = {
  onCallNow,
  // The number of firing alerts among those that came and went (Events, point 4).
  firingAlerts: asMade,
}
