import type { EventName } from '../../model/request/operation-types.ts'
import type { Drawing } from './drawing.ts'

/** An outside event that a random sequence may cause. */
export interface DrawnEvent {
  /** The entity that a sequence must be about. */
  readonly about: string
  /** It would meet the things of others: only in an organization that is ours alone. */
  readonly exclusive?: true
  /** Undefined: not possible now. */
  readonly body: (drawing: Drawing) => unknown
}

export type DrawnEvents = { readonly [Name in EventName]?: DrawnEvent }
