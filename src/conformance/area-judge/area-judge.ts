import type { Comparators } from '../compare/comparator-table.ts'
import type { OperationsFacts } from './operation-facts.ts'

/** What the judge knows of one area and of no other. The eight areas have this one shape. */
export interface AreaJudge {
  readonly operations: OperationsFacts
  /** For fields whose prediction says more than the contract does. */
  readonly comparators: Comparators
}
