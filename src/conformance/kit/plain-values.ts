import type { OperationId } from '../../model/request/operation-types.ts'
import type { Drawing } from './drawing.ts'

/** Draws a value, or undefined when what it needs is not there (no vocabulary, no such thing yet). */
export type PlainValue = (drawing: Drawing) => unknown

/** Values of one operation that cannot be read off its schema. All are plain: no correct implementation refuses them. */
export interface OperationValues {
  /** Draws the whole body. */
  readonly body?: PlainValue
  /** Fields of the body, and parameters of the query. */
  readonly fields?: Readonly<Record<string, PlainValue>>
  /** Adds to a body what depends on the rest of it. */
  readonly complete?: (drawing: Drawing, body: Readonly<Record<string, unknown>>) => unknown
}

export type PlainValues = { readonly [Id in OperationId]?: OperationValues }

/** Of a field that a plain body does without. */
export const leftOut: PlainValue = () => undefined
