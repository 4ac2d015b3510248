import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'
import { validatorFor } from '../../contract/schema/schema-compiler.ts'
import type { Coverage } from '../session/coverage.ts'

/** The choice observed at one gap. */
export interface LearnedGap {
  readonly gap: GapId
  readonly value: Json
  readonly times: number
  /** Other values seen now and then: the target is not of one mind, or the gap is coarser than its choice. */
  readonly others: readonly Json[]
}

/** The observed choices, the most frequent value of each, without values that a profile cannot express and without bounds, of which only one side is known. */
export function learnedGaps(contract: Contract, { observations }: Coverage): LearnedGap[] {
  return [...observations]
    .flatMap(([gap, values]): LearnedGap[] => {
      const definition = contract.gaps.definitions.get(gap as GapId)
      if (definition?.bounds) return []
      const ranked = [...values]
        .toSorted(([, a], [, b]) => b - a)
        .map(([text, times]) => ({ value: JSON.parse(text) as Json, times }))
      const fitting = ranked.filter(({ value }) => definition && validatorFor(definition.schema)(value).length === 0)
      const [first, ...others] = fitting
      return first ? [{ gap: gap as GapId, ...first, others: others.map(({ value }) => value) }] : []
    })
    .toSorted((a, b) => (a.gap < b.gap ? -1 : 1))
}
