import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import type { Thing } from '../../../compare/things.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/**
 * An endpoint is told of the events that it was created for (Resources, EmailWebhook; Events, point 1). What an inbound route
 * brings is another matter, and so is an endpoint whose events were changed. Remembers those.
 */
export const chosenEvents: Check<ReadonlySet<string>> = {
  name: 'events',
  provenance: 'implied',
  start: new Set(),
  look(answered, changed) {
    const { operation, request, things } = answered
    const { id = '' } = request.parameters
    if (operation.id === 'updateWebhook') return { found: NOTHING_FOUND, memory: new Set(changed).add(id) }
    const deliveries = things.filter(({ entity }) => entity === 'EmailDelivery')
    return { found: deliveries.flatMap((delivery) => unchosen(answered, delivery, changed)), memory: changed }
  },
}

function unchosen({ contract, shadow: { world } }: Answered, { object }: Thing, changed: ReadonlySet<string>): Found[] {
  const { endpointId, eventType } = object
  const endpoint = rowsOf(world, 'EmailWebhook').find(({ id }) => id === endpointId)
  const isRouted = rowsOf(world, 'EmailRoute').some((route) => route.endpointId === endpointId)
  const known = new Set<unknown>(contract.profile.vocabulary.eventTypes)
  if (!endpoint || isRouted || changed.has(endpoint.id) || !known.has(eventType)) return []
  const { eventTypes } = endpoint
  const isClear = eventTypes.length > 0 && eventTypes.every((type) => known.has(type))
  if (!isClear || eventTypes.includes(String(eventType))) return []
  return [{ code: 'value', path: 'deliveries.eventType', expected: eventTypes, actual: eventType, rules: ['EML-15'] }]
}
