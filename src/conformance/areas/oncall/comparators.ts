import { isObject } from '../../../contract/json.ts'
import type { Comparators } from '../../compare/comparator-table.ts'
import type { Comparator } from '../../compare/comparison.ts'

/**
 * Who is on call by rotation depends on a dozen open points; an override is certain (On-call 5):
 * its person is on call, and says so. Absence is always legal.
 */
const onCallNow: Comparator = (comparison, predicted, observed, path, schedule) => {
  if (!isObject(observed)) return
  // Otherwise "never shown" would explain whatever is shown.
  if (!isObject(predicted)) {
    comparison.mismatches.push({
      path,
      expected: predicted,
      actual: observed,
      reason: 'is there, though nobody is on call',
      provenance: 'implied',
    })
    return
  }
  const override = predicted.override === true ? predicted : undefined
  const note = (field: string, expected: unknown) =>
    comparison.mismatches.push({
      path: `${path}.${field}`,
      expected,
      actual: observed[field],
      reason: 'has another value',
      provenance: 'stated',
    })
  if (observed.override !== (override !== undefined)) note('override', override !== undefined)
  if (override && observed.userId !== override.userId) note('userId', override.userId)
  if (override && observed.label !== override.label) note('label', override.label)
  if (override) return
  const participants = Array.isArray(schedule.participants) ? schedule.participants.filter(isObject) : []
  if (participants.length > 0 && !participants.some(({ userId }) => userId === observed.userId))
    comparison.mismatches.push({
      path: `${path}.userId`,
      expected: 'a participant',
      actual: observed.userId,
      reason: 'is nobody of the rotation',
      provenance: 'implied',
    })
}

export const ONCALL_COMPARATORS: Comparators = { onCallNow }
