import type { OperationId } from '../../model/request/operation-types.ts'
import type { Drawing } from './drawing.ts'

/** Draws a value; undefined if a prerequisite is missing (a vocabulary entry, a thing). */
export type PlainValue = (drawing: Drawing) => unknown

/** Values of one operation that cannot be read off its schema. All are plain: no correct implementation refuses them. */
export interface OperationValues {
  /** Draws the whole body. */
  readonly body?: PlainValue
  /** Fields of the body, and parameters of the query. */
  readonly fields?: Readonly<Record<string, PlainValue>>
  /** Adds fields that depend on the rest of the body. */
  readonly complete?: (drawing: Drawing, body: Readonly<Record<string, unknown>>) => unknown
}

export type PlainValues = { readonly [Id in OperationId]?: OperationValues }

/** Of a field that a plain body does without. */
export const leftOut: PlainValue = () => undefined
