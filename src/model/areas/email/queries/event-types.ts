import type { Reader } from '../../../world/reader.ts'
import type { Announced, WebhookRow } from '../state/index.ts'
import { eventTypesChosen } from '../statements/webhooks.ts'

/** The event type of this kind of event; undefined if endpoints are not notified of it. */
export function eventTypeOf(reader: Reader, org: string, announced: Announced): string | undefined {
  let known = false
  for (const { id, announces } of reader.oldest('EmailEventType', 'all', org)) {
    if (announces === announced) return id
    known = true
  }
  // A judge may know the names without knowing which of them this is.
  return known ? undefined : reader.gap('email.event-types')[announced]
}

export function hasChosen(reader: Reader, { eventTypes }: WebhookRow, eventType: string): boolean {
  if (eventTypes.includes(eventType)) return true
  reader.cite(eventTypesChosen)
  return eventTypes.length === 0 && reader.gap('email.empty-event-types') === 'every'
}
