import type { Contract } from '../../../contract/contract.ts'
import type { Operation } from '../../../contract/operations.ts'

/** How a thing is created: by an operation, or by an outside event. */
export interface Kind {
  readonly by: 'request' | 'event'
  readonly operation: Operation
}

/** The outside events that bring things which no operation creates. */
const EVENTS = [
  'alertFires',
  'imagePushed',
  'messageReceived',
  'messageSent',
  'messageDelivered',
  'nodeJoins',
  'probeResult',
] as const
const DOORS = ['createOncallService'] as const

/** Every way, those first that others depend on. */
export function kindsOf({ operations, doors, controlOperations }: Contract): Kind[] {
  const making = [...operations.values()].filter(({ does }) => does === 'create')
  const atDoors = DOORS.flatMap((id) => doors.get(id) ?? [])
  const outside = EVENTS.flatMap((id) => controlOperations.get(id) ?? [])
  return [
    ...[...atDoors, ...making].map((operation) => ({ by: 'request', operation }) as const),
    ...outside.map((operation) => ({ by: 'event', operation }) as const),
  ]
}
