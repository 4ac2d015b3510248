import type { Area } from '../../contract/areas.ts'
import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'
import { possibleValues } from '../../contract/schema/possible-values.ts'
import type { Choices } from '../../model/world/choices.ts'

/** Choices that together have every value of every enumerated gap of an area: the defaults, then the others in turn. */
export function gapSets({ gaps }: Contract, area: Area): Choices[] {
  const open = [...gaps.definitions].flatMap(([id, { schema }]) => {
    const others = possibleValues(schema).filter((value) => JSON.stringify(value) !== JSON.stringify(gaps.value(id)))
    return others.length > 0 && (id.startsWith(`${area}.`) || id.startsWith('general.')) ? [{ id, others }] : []
  })
  const most = Math.max(0, ...open.map(({ others }) => others.length))
  const sets = Array.from({ length: most }, (_, index) => {
    const chosen = new Map<GapId, Json | undefined>(open.map(({ id, others }) => [id, others[index % others.length]]))
    return { value: (id: GapId) => chosen.get(id) ?? gaps.value(id) } as Choices
  })
  return [{ value: (id) => gaps.value(id) }, ...sets]
}
