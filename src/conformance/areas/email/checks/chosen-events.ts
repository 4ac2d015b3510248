import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import type { Thing } from '../../../compare/things.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

interface Remembered {
  /** The messages that were there when an endpoint's events were last changed, by endpoint. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>
  /** The endpoints that a route was ever made for: it may be gone since, what it brought is not. */
  readonly routed: ReadonlySet<unknown>
}

/**
 * An endpoint is told of the events that it names (Resources, EmailWebhook; Events, point 1). What an inbound route brings is
 * another matter, and so is what may have happened before its events were changed.
 */
export const chosenEvents: Check<Remembered> = {
  name: 'events',
  provenance: 'implied',
  start: { changed: new Map(), routed: new Set() },
  look(answered, memory) {
    const { operation, request, things, shadow } = answered
    const { id = '' } = request.parameters
    if (operation.id === 'updateWebhook') {
      const before = new Set(rowsOf(shadow.world, 'EmailMessage').map((message) => message.id))
      return { found: NOTHING_FOUND, memory: { ...memory, changed: new Map(memory.changed).set(id, before) } }
    }
    if (operation.id === 'createRoute' && isObject(request.body)) {
      const routed = new Set(memory.routed).add(request.body.endpointId)
      return { found: NOTHING_FOUND, memory: { ...memory, routed } }
    }
    const deliveries = things.filter(({ entity }) => entity === 'EmailDelivery')
    return { found: deliveries.flatMap((delivery) => unchosen(answered, delivery, memory)), memory }
  },
}

function unchosen({ contract, shadow: { world } }: Answered, { object }: Thing, memory: Remembered): Found[] {
  const { endpointId, eventType, messageId } = object
  const endpoint = rowsOf(world, 'EmailWebhook').find(({ id }) => id === endpointId)
  const isRouted =
    memory.routed.has(endpointId) || rowsOf(world, 'EmailRoute').some((route) => route.endpointId === endpointId)
  const known = new Set<unknown>(contract.profile.vocabulary.eventTypes)
  if (!endpoint || isRouted || !known.has(eventType)) return []
  const before = memory.changed.get(endpoint.id)
  const isNew = rowsOf(world, 'EmailMessage').some(({ id }) => id === messageId && !before?.has(id))
  if (before && !isNew) return []
  const { eventTypes } = endpoint
  const isClear = eventTypes.length > 0 && eventTypes.every((type) => known.has(type))
  if (!isClear || eventTypes.includes(String(eventType))) return []
  return [{ code: 'value', path: 'deliveries.eventType', expected: eventTypes, actual: eventType, rules: ['EML-15'] }]
}
