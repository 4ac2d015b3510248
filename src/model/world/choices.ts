import type { GapId, GapValues } from '../../contract/generated/gaps.ts'

/** Values at open points, and which refusals are left aside. */
export interface Choices {
  value<Id extends GapId>(id: Id): GapValues[Id]
  /** For open values that are only shown; a symbolic world answers with a placeholder. */
  fill?<Id extends GapId>(id: Id): GapValues[Id]
  /** Ids of refusals that are not asked: what would be done if they did not apply. */
  readonly waived?: ReadonlySet<string> | undefined
}
