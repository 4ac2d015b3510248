import type { EventName, OperationId } from '../../model/request/operation-types.ts'

/** Something outside the API that can be turned off and on again, which affects operations of its area. */
export interface Switch {
  readonly event: EventName
  readonly off: Readonly<Record<string, unknown>>
  readonly on: Readonly<Record<string, unknown>>
  /** Only these operations show it. */
  readonly only?: readonly OperationId[]
}

/** High enough for anything a run makes. */
export const PLENTY = 100_000
