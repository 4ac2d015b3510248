import type { EventName } from '../../model/request/operation-types.ts'
import type { Drawing } from './drawing.ts'

/** An outside event that a random sequence may cause. */
export interface DrawnEvent {
  /** The entity that a sequence must be about, or one of several. */
  readonly about: string | readonly string[]
  /** The kinds of things there are more of afterwards. */
  readonly makes?: readonly string[]
  /** The fixture that has to be there first, where a thing of that entity is not enough. */
  readonly needs?: string
  /** It would meet the things of others: only in an organization that is ours alone. */
  readonly exclusive?: true
  /** Its consequences are hard to predict, so only walks that look for its effects cause it. */
  readonly inWalksOnly?: true
  /** Undefined: not possible now. */
  readonly body: (drawing: Drawing) => unknown
}

export type DrawnEvents = { readonly [Name in EventName]?: DrawnEvent }
