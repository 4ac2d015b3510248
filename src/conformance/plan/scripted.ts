import type { Area } from '../../contract/areas.ts'
import type { Operation } from '../../contract/operations.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import type { Walk } from '../script/goal.ts'

/** The walks of the areas' scripts that need only these operations. */
export function scripted(
  areas: Iterable<Area>,
  operations: ReadonlyMap<string, Operation>,
  hasReceiver: boolean,
): Walk[] {
  return [...areas]
    .flatMap((area) => AREA_JUDGES[area].scripts)
    .filter(({ receives }) => hasReceiver || !receives)
    .flatMap(({ walks }) => walks(operations) ?? [])
}
