import { isObject } from '../../../contract/json.ts'
import { instantOf, isSymbol } from '../../../model/world/fresh.ts'
import type { Rows } from '../../../model/world/rows.ts'
import type { Change, World } from '../../../model/world/world.ts'
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

/**
 * In the same way an endpoint may have been switched off, or have chosen other events, before it was told: nothing says that
 * it hears of what was on its way then. What was shown to be delivered to it stays listed.
 */
export const toldNoMore: Excuse = ({ operation, org }, { outcome, mismatches, seen }) => {
  if (operation.id !== 'listDeliveries' || outcome.kind !== 'success' || mismatches.length === 0) return undefined
  const untold = mismatches.map((one) => neverShown(seen.world, org, one))
  if (untold.includes(undefined)) return undefined
  const changes = untold.flatMap((row): Change[] =>
    row ? [{ kind: 'remove', table: 'EmailDelivery', key: [org, row.id] }] : [],
  )
  return {
    shadow: follow(seen, [...outcome.changes, ...changes], new Map()),
    inconclusive: `${operation.id}: an endpoint may have been switched off before it was told`,
  }
}

/** The delivery that a list lacks, if no answer has shown it and its endpoint no longer asks for such. */
function neverShown(world: World, org: string, one: Mismatch): Rows['EmailDelivery'] | undefined {
  if (one.code !== 'lacks' || one.entity !== 'EmailDelivery') return undefined
  const { id } = Object(one.expected)
  const delivery = rowsOf(world, 'EmailDelivery').find((row) => row.org === org && (row.number ?? row.id) === id)
  if (!delivery || !isSymbol(delivery.id)) return undefined
  const endpoint = rowsOf(world, 'EmailWebhook').find((row) => row.org === org && row.id === delivery.endpointId)
  const isOpen = endpoint && !endpoint.disabled && endpoint.eventTypes.some((type) => type === delivery.eventType)
  return isOpen ? undefined : delivery
}

function isOfLateEndpoint({ contract, shadow: { world }, org }: Answered, one: Mismatch): boolean {
  if (one.code !== 'holds' || one.why === 'not-in-this-list') return false
  if (one.entity !== 'EmailDelivery' || !isObject(one.actual)) return false
  const { endpointId, messageId, eventType } = one.actual
  const endpoint = rowsOf(world, 'EmailWebhook').find((row) => row.org === org && row.id === endpointId)
  if (!endpoint?.eventTypes.some((type) => type === eventType)) return false
  const messages = rowsOf(world, 'EmailMessage').filter((row) => row.org === org)
  // A message of an earlier sequence may have been on its way, too. What belongs to others is not told: that is seen elsewhere.
  if (messageId !== undefined && !messages.some(({ id }) => isSymbol(id) || id === messageId)) return true
  const made = instantOf(endpoint.createdAt) ?? momentOf(endpoint.createdAt)
  const longestMs = (contract.profile.deadlines.delivery ?? LONGEST_SECONDS) * 1000
  // Which message a delivery is about need not show.
  return messages
    .filter((row) => row.seq < endpoint.seq && (messageId === undefined || row.id === messageId))
    .some(({ createdAtMs }) => made === undefined || made - createdAtMs <= longestMs)
}
