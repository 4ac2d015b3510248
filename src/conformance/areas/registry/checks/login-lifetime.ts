import { isObject } from '../../../../contract/json.ts'
import { plainCheck } from '../../../checks/check.ts'
import { momentOf } from '../../../compare/moment.ts'

const HOUR_MS = 3_600_000
/** Clocks differ, and a header tells no more than seconds. */
const TOLERANCE_MS = 10 * 60_000

/**
 * A login credential is good for an hour (Limits). Its expiresAt has no stated format, so it is read only where it can
 * be misread by nobody, and held against the target's own clock, once something it made has shown what that is.
 */
export const loginLifetime = plainCheck('limit', ({ operation, received, shadow }) => {
  const { json, dateMs, status } = received
  if (operation.id !== 'createLoginCredential' || status >= 300 || !isObject(json) || !shadow.clockShown) return []
  const endMs = momentOf(json.expiresAt)
  if (endMs === undefined) return []
  const { nowMs } = shadow.world
  const wrong = [dateMs ?? nowMs, nowMs].every((now) => Math.abs(endMs - now - HOUR_MS) > TOLERANCE_MS)
  if (!wrong) return []
  const expected = new Date(nowMs + HOUR_MS).toISOString()
  return [{ code: 'lifetime', path: 'expiresAt', expected, actual: json.expiresAt, rules: ['REG-06', 'LIM-01'] }]
})
