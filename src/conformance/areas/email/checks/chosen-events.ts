import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import type { Thing } from '../../../compare/things.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** The messages that were there when an endpoint's events were last changed, by endpoint. */
type Changed = ReadonlyMap<string, ReadonlySet<string>>

/**
 * An endpoint is told of the events that it names (Resources, EmailWebhook; Events, point 1). What an inbound route brings is
 * another matter, and so is what may have happened before its events were changed.
 */
export const chosenEvents: Check<Changed> = {
  name: 'events',
  provenance: 'implied',
  start: new Map(),
  look(answered, changed) {
    const { operation, request, things, shadow } = answered
    const { id = '' } = request.parameters
    if (operation.id === 'updateWebhook') {
      const before = new Set(rowsOf(shadow.world, 'EmailMessage').map((message) => message.id))
      return { found: NOTHING_FOUND, memory: new Map(changed).set(id, before) }
    }
    const deliveries = things.filter(({ entity }) => entity === 'EmailDelivery')
    return { found: deliveries.flatMap((delivery) => unchosen(answered, delivery, changed)), memory: changed }
  },
}

function unchosen({ contract, shadow: { world } }: Answered, { object }: Thing, changed: Changed): Found[] {
  const { endpointId, eventType, messageId } = object
  const endpoint = rowsOf(world, 'EmailWebhook').find(({ id }) => id === endpointId)
  const isRouted = rowsOf(world, 'EmailRoute').some((route) => route.endpointId === endpointId)
  const known = new Set<unknown>(contract.profile.vocabulary.eventTypes)
  if (!endpoint || isRouted || !known.has(eventType)) return []
  const before = changed.get(endpoint.id)
  const isNew = rowsOf(world, 'EmailMessage').some(({ id }) => id === messageId && !before?.has(id))
  if (before && !isNew) return []
  const { eventTypes } = endpoint
  const isClear = eventTypes.length > 0 && eventTypes.every((type) => known.has(type))
  if (!isClear || eventTypes.includes(String(eventType))) return []
  return [{ code: 'value', path: 'deliveries.eventType', expected: eventTypes, actual: eventType, rules: ['EML-15'] }]
}
