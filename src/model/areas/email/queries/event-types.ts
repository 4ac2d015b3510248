import type { Choices } from '../../../world/choices.ts'
import type { Reader } from '../../../world/reader.ts'
import { apply, type Change, type World } from '../../../world/world.ts'
import type { Announced, EventTypeRow, WebhookRow } from '../state/index.ts'
import { eventTypesChosen } from '../statements/webhooks.ts'

const ANNOUNCED = ['sent', 'delivered', 'bounced', 'complained', 'received'] as const satisfies readonly Announced[]

/** Fills an organization's event types from the gap. A judge fills them from its profile's vocabulary instead. */
export function seedEventTypes(world: World, org: string, choices: Pick<Choices, 'value'>): World {
  const names = choices.value('email.event-types')
  const changes = ANNOUNCED.flatMap((announces, index): Change[] => {
    const id = names[announces]
    return id === undefined ? [] : [putEventType({ id, org, seq: world.serial + index, announces })]
  })
  return apply(world, [...changes, { kind: 'serial', serial: world.serial + ANNOUNCED.length }])
}

export const putEventType = (row: EventTypeRow): Change => ({ kind: 'put', table: 'EmailEventType', row })

/** What endpoints call this kind of event; undefined where they are not told of it. */
export function eventTypeOf(reader: Reader, org: string, announced: Announced): string | undefined {
  for (const { id, announces } of reader.oldest('EmailEventType', 'all', org)) if (announces === announced) return id
  return reader.gap('email.event-types')[announced]
}

export function hasChosen(reader: Reader, { eventTypes }: WebhookRow, eventType: string): boolean {
  if (eventTypes.includes(eventType)) return true
  reader.cite(eventTypesChosen)
  return eventTypes.length === 0 && reader.gap('email.empty-event-types') === 'every'
}
