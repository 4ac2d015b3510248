import { AREAS } from '../../contract/areas.ts'
import type { AreaJudge } from '../area-judge/area-judge.ts'
import type { OperationFacts } from '../area-judge/operation-facts.ts'
import { comparatorTable } from '../compare/comparator-table.ts'
import { AREA_JUDGES } from './index.ts'

/** What areas say under names of their own, together. Two areas that use one name would overrule each other. */
function merged<Value>(ofArea: (judge: AreaJudge) => Readonly<Record<string, Value | undefined>>): Map<string, Value> {
  const all = new Map<string, Value>()
  for (const area of AREAS)
    for (const [name, value] of Object.entries(ofArea(AREA_JUDGES[area]))) {
      if (all.has(name)) throw new Error(`${name} stands in two areas of the judge, one of them ${area}`)
      if (value !== undefined) all.set(name, value)
    }
  return all
}

export const COMPARATORS = comparatorTable(Object.fromEntries(merged(({ comparators }) => comparators)))

const FACTS = merged<OperationFacts>(({ operations }) => operations)
const NO_FACTS: OperationFacts = {}

/** What an area says of one of its operations. */
export const factsOf = (operation: string): OperationFacts => FACTS.get(operation) ?? NO_FACTS
