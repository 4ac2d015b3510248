import type { EventName, OperationId } from '../../model/request/operation-types.ts'
import type { Drawing } from './drawing.ts'

/** A prerequisite of a request: the fixture of this name, or a thing of this entity. */
export interface Missing {
  readonly missing: string
}

/** The next thing to do for a fixture: cause an outside event, call an operation, or see to another fixture first. */
export type Preparation =
  | { readonly event: EventName; readonly body: unknown }
  | {
      readonly operation: OperationId
      readonly body?: unknown
      /** Which of several it is about. */
      readonly parameters?: Readonly<Record<string, string>>
    }
  | Missing

/**
 * Something that has to be there beforehand and that no creating operation makes: a thing that comes from outside the
 * API, or a thing in a certain state.
 */
export interface Fixture {
  /** Left out: whether there is any thing of the entity that the fixture is named after. */
  readonly isThere?: (drawing: Drawing) => boolean
  readonly prepare: (drawing: Drawing) => Preparation
  /** Other sequences would notice how it is prepared, or take it away. */
  readonly alone?: true
}

/** By entity, or by a name for a state of one. */
export type Fixtures = Readonly<Record<string, Fixture>>

/** Long enough for provisioning, a roll or a verification. */
export const A_WHILE_LATER: Preparation = { event: 'advanceClock', body: { by: 'PT1H' } }
