import type { Choices } from '../../../world/choices.ts'
import { apply, type Change, type World } from '../../../world/world.ts'
import type { Announced, EventTypeRow } from './index.ts'

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
