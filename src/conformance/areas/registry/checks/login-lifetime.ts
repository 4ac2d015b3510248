import { isObject } from '../../../../contract/json.ts'
import { plainCheck } from '../../../checks/check.ts'

const HOUR_MS = 3_600_000
/** Clocks differ, and a header tells no more than seconds. */
const TOLERANCE_MS = 10 * 60_000

/**
 * A login credential is good for an hour (Limits). Its expiresAt has no stated format, so it is read only where it can
 * be misread by nobody, and held against the target's own clock, moved or not.
 */
export const loginLifetime = plainCheck('limit', ({ operation, received, shadow }) => {
  const { json, dateMs, status } = received
  if (operation.id !== 'createLoginCredential' || status >= 300 || dateMs === undefined || !isObject(json)) return []
  const endMs = momentOf(json.expiresAt)
  if (endMs === undefined) return []
  const wrong = [dateMs, shadow.world.nowMs].every((now) => Math.abs(endMs - now - HOUR_MS) > TOLERANCE_MS)
  if (!wrong) return []
  const expected = new Date(dateMs + HOUR_MS).toISOString()
  return [{ code: 'lifetime', path: 'expiresAt', expected, actual: json.expiresAt, rules: ['REG-06', 'LIM-01'] }]
})

/** An ISO 8601 moment with its offset. */
function momentOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(value))
    return undefined
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : ms
}
