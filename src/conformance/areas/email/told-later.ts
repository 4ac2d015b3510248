import { isObject } from '../../../contract/json.ts'
import { instantOf } from '../../../model/world/fresh.ts'
import type { Excuse } from '../../checks/excuse.ts'
import type { Mismatch } from '../../compare/comparison.ts'
import { momentOf } from '../../compare/moment.ts'
import type { Answered } from '../../shadow/answered.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { follow } from '../../shadow/shadow.ts'

/** Work that a target does behind its answers is over after this, if the profile says nothing of deliveries. */
const LONGEST_SECONDS = 30

/**
 * What happens to a message may happen a little after it was accepted, and an endpoint that was made meanwhile hears of it
 * (Events, point 1): nothing says that only those hear of it that were there when it was accepted.
 */
export const toldLater: Excuse = (answered, { outcome, mismatches, seen }) => {
  if (answered.operation.id !== 'listDeliveries' || outcome.kind !== 'success' || mismatches.length === 0)
    return undefined
  if (!mismatches.every((one) => isOfLateEndpoint(answered, one))) return undefined
  return { shadow: follow(seen, outcome.changes, new Map()), inconclusive: undefined }
}

function isOfLateEndpoint({ contract, shadow: { world }, org }: Answered, one: Mismatch): boolean {
  if (one.code !== 'holds' || one.why === 'not-in-this-list') return false
  if (one.entity !== 'EmailDelivery' || !isObject(one.actual)) return false
  const { endpointId, messageId, eventType } = one.actual
  const endpoint = rowsOf(world, 'EmailWebhook').find((row) => row.org === org && row.id === endpointId)
  if (!endpoint?.eventTypes.some((type) => type === eventType)) return false
  const made = instantOf(endpoint.createdAt) ?? momentOf(endpoint.createdAt)
  const longestMs = (contract.profile.deadlines.delivery ?? LONGEST_SECONDS) * 1000
  // Which message a delivery is about need not show.
  return rowsOf(world, 'EmailMessage')
    .filter((row) => row.org === org && row.seq < endpoint.seq && (messageId === undefined || row.id === messageId))
    .some(({ createdAtMs }) => made === undefined || made - createdAtMs <= longestMs)
}
