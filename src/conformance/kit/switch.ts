import type { Operation } from '../../contract/operations.ts'
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
  /** What is about the same things and is stated to work all the same. */
  readonly spares?: readonly OperationId[]
  /** It can be turned for one thing alone, which is named in this field. */
  readonly single?: { readonly field: string; readonly entity: TableName }
  /** Of a quota: how many things that count are there, as far as is known. */
  readonly there?: (drawing: Drawing) => number | undefined
}

/** True if the response of an operation depends on a switch of its area. */
export const shows = ({ id }: Operation, { only }: Switch): boolean => !only || includes(only, id)

/** True if an operation is stated to work whatever becomes of a switch. */
export const isSpared = ({ id }: Operation, { spares = [] }: Switch): boolean => includes(spares, id)

const includes = (ids: readonly string[], id: string): boolean => ids.includes(id)

/** High enough for anything a run makes. */
export const PLENTY = 100_000
