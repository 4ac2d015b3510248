import { isObject } from '../../../../contract/json.ts'
import { plainCheck } from '../../../checks/check.ts'
import { momentOf } from '../../../compare/moment.ts'
import { rowsOf } from '../../../shadow/rows.ts'

const HOUR_MS = 3_600_000
/** The time that the first attempt of a delivery may take. */
const PATIENCE_MS = 12 * HOUR_MS

/** The times of attempts are open, but after half a day there was one, and the delivery shows it (EML-15). */
export const attempts = plainCheck('progress', ({ things, shadow: { world } }) => {
  const late = things.find(({ entity, object }) => {
    if (entity !== 'EmailDelivery' || object.attempts !== 0) return false
    const isOurs = rowsOf(world, 'EmailMessage').some(({ id }) => id === object.messageId)
    const isOpen = rowsOf(world, 'EmailWebhook').some((row) => row.id === object.endpointId && !row.disabled)
    // An old message may be on its way anew, so it is the delivery's own age that counts.
    const sinceMs = momentOf(object.createdAt)
    return isOurs && isOpen && sinceMs !== undefined && world.nowMs - sinceMs > PATIENCE_MS
  })
  return late ? [{ code: 'no-attempt', entity: late.entity, id: late.id, rules: ['EML-15'] }] : []
})

/** Whose day it is is open; what went out in this very hour was accepted today by any clock (EML-12). */
export const acceptedToday = plainCheck('progress', ({ operation, received: { json }, shadow: { world }, org }) => {
  if (operation.id !== 'getEmailSettings' || !isObject(json) || json.acceptedToday !== 0) return []
  const hour = (ms: number) => Math.floor(ms / HOUR_MS)
  const isRecent = rowsOf(world, 'EmailMessage').some(
    ({ org: whose, direction, stage, createdAtMs }) =>
      whose === org &&
      direction === 'send' &&
      stage !== 'failed' &&
      stage !== 'queued' &&
      hour(createdAtMs) === hour(world.nowMs),
  )
  return isRecent ? [{ code: 'accepted-today', path: 'acceptedToday', rules: ['EML-12'] }] : []
})
