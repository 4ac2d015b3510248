import type { Step } from '../step/step.ts'

/**
 * A sequence that a search of the model found to tell changed models from the model, in words that every target can be
 * asked in. Its actors are parts of the cast.
 */
export interface SuiteSequence {
  /** How many of the changed models that were tried it tells apart and nothing before it does. */
  readonly tells: number
  readonly steps: readonly Step[]
}
