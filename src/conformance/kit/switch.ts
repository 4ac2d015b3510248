import type { EventName, OperationId } from '../../model/request/operation-types.ts'
import type { TableName } from '../../model/world/rows.ts'
import type { Drawing } from './drawing.ts'

/** Something outside the API that can be turned off and on again, which affects operations of its area. */
export interface Switch {
  readonly event: EventName
  readonly off: Readonly<Record<string, unknown>>
  readonly on: Readonly<Record<string, unknown>>
  /** Only these operations show it. */
  readonly only?: readonly OperationId[]
  /** It can be turned for one thing alone, which is named in this field. */
  readonly single?: { readonly field: string; readonly entity: TableName }
  /** Of a quota: how many things that count are there, as far as is known. */
  readonly there?: (drawing: Drawing) => number | undefined
}

/** High enough for anything a run makes. */
export const PLENTY = 100_000
