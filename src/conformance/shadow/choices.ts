import type { Contract } from '../../contract/contract.ts'
import type { GapId, GapValues } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'
import { memo } from '../../contract/memo.ts'
import type { Schema } from '../../contract/openapi.ts'
import { possibleValues } from '../../contract/schema/possible-values.ts'
import type { Choices } from '../../model/world/choices.ts'
import type { Shadow } from './shadow.ts'

/** Gap values that differ from those known of the target. */
export type Assignment = ReadonlyMap<GapId, Json>
export const NO_DEVIATION: Assignment = new Map()

let fills = 0

/** The model's choices at gaps: the assigned ones, else those of the profile, else those observed so far. */
export function choicesFor(
  contract: Contract,
  shadow: Pick<Shadow, 'learned'>,
  assignment: Assignment = NO_DEVIATION,
  waived?: ReadonlySet<string>,
): Choices {
  const { gaps } = contract
  const value = <Id extends GapId>(id: Id) =>
    (assignment.get(id) ?? (gaps.pinned(id) ? undefined : shadow.learned.get(id)) ?? gaps.value(id)) as GapValues[Id]
  return {
    value,
    fill: (id) => (gaps.pinned(id) ? gaps.value(id) : (`⟦gap ${id}#${fills++}⟧` as never)),
    ...(waived && { waived }),
  }
}

/** Every assignment with another value at one more of the consulted gaps. */
export function* deviationsFrom(
  contract: Contract,
  shadow: Pick<Shadow, 'learned'>,
  assignment: Assignment,
  consulted: readonly GapId[],
): Generator<Assignment> {
  const now = choicesFor(contract, shadow, assignment)
  const open = consulted.filter(
    (gap) =>
      alternatives(contract, gap).length > 0 &&
      !contract.gaps.pinned(gap) &&
      !assignment.has(gap) &&
      gap !== ACTING_ORGANIZATION &&
      // Another value at a gap that no sequence reaches could only explain away a mistake.
      contract.gaps.definitions.get(gap)?.shows !== 'never',
  )
  // More specific gaps first: they are the likelier explanation.
  for (const gap of [...open.filter((one) => !isGeneral(one)), ...open.filter(isGeneral)]) {
    const present = JSON.stringify(now.value(gap))
    for (const { value, text } of alternatives(contract, gap))
      if (text !== present) yield new Map(assignment).set(gap, value)
  }
}

/** The profile already says which organization each actor acts for. */
const ACTING_ORGANIZATION: GapId = 'general.acting-organization'

const isGeneral = (gap: GapId): boolean => gap.startsWith('general.')

interface Alternative {
  readonly value: Json
  readonly text: string
}
const NONE: readonly Alternative[] = []

/** The values that can be tried at a gap, also in serialized form. */
function alternatives({ gaps }: Contract, gap: GapId): readonly Alternative[] {
  const schema = gaps.definitions.get(gap)?.schema
  return schema ? alternativesOf(schema) : NONE
}

const alternativesOf = memo((schema: Schema): readonly Alternative[] =>
  possibleValues(schema).map((value) => ({ value, text: JSON.stringify(value) })),
)
