import { AREAS } from '../../contract/areas.ts'
import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'
import { AREA_JUDGES } from '../areas/index.ts'

/** Gap values that follow from the vocabulary of a profile. */
export function toldChoices({ profile: { vocabulary } }: Contract): ReadonlyMap<GapId, Json> {
  const told = AREAS.flatMap((area) => Object.entries(AREA_JUDGES[area].startUp.choices?.(vocabulary) ?? {}))
  return new Map(told.flatMap(([id, value]) => (value === undefined ? [] : [[id as GapId, value]])))
}
