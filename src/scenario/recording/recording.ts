import type { Contract } from '../../contract/contract.ts'
import type { ArazzoStep } from '../arazzo.ts'
import type { Callers } from './callers.ts'
import type { Dependence } from './dependence.ts'
import type { ThingsSeen } from './things-seen.ts'
import type { Inputs } from './values/inputs.ts'
import type { KnownValues } from './values/known-values.ts'
import type { UniqueNames } from './values/unique-names.ts'
import type { Supplies } from './values/vocabulary.ts'

/** A recording under way. */
export interface Recording {
  readonly contract: Contract
  /** Only what the recording itself made is replaced. */
  readonly asItWas: boolean
  readonly known: KnownValues
  readonly inputs: Inputs
  readonly supplies: Supplies
  readonly names: UniqueNames
  readonly callers: Callers
  readonly seen: ThingsSeen
  readonly steps: ArazzoStep[]
  /** How many steps call an operation so far. */
  readonly calls: Map<string, number>
  /** The values that the scenario still takes from the target it was recorded on. */
  readonly dependences: Dependence[]
  /** The entries of the target's catalogs that were used, by entity, in order. */
  readonly offers: Map<string, (string | number)[]>
  /** Things that are made before the step that needs them; what they are like is not recorded. */
  readonly madeFirst: Set<string>
  /** The last operation that was asked of a thing, by what the thing is called here. */
  readonly lastAsked: Map<string, string>
}

/** A name for a step that no other has: operations are named by letters only, so a number at the end is ours. */
export function freeStepId(operation: string, { calls }: Pick<Recording, 'calls'>): string {
  const number = (calls.get(operation) ?? 0) + 1
  calls.set(operation, number)
  return number === 1 ? operation : `${operation}${number}`
}
