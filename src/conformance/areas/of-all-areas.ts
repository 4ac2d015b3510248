import { AREAS } from '../../contract/areas.ts'
import type { AreaJudge } from '../area-judge/area-judge.ts'
import type { OperationFacts } from '../area-judge/operation-facts.ts'
import { comparatorTable } from '../compare/comparator-table.ts'
import type { DrawnEvent } from '../kit/drawn-event.ts'
import type { Fixture } from '../kit/fixture.ts'
import type { OperationValues } from '../kit/plain-values.ts'
import type { Twist } from '../kit/twist.ts'
import { USED_CREDENTIAL } from '../kit/used-credential.ts'
import { AREA_JUDGES } from './index.ts'

type Named<Value> = Readonly<Record<string, Value | undefined>>

/** Merges the areas' named values. Two areas that use one name would overrule each other. */
function merged<Value>(ofArea: (judge: AreaJudge) => Named<Value>): ReadonlyMap<string, Value> {
  const all = new Map<string, Value>()
  for (const area of AREAS)
    for (const [name, value] of Object.entries(ofArea(AREA_JUDGES[area]))) {
      if (all.has(name)) throw new Error(`${name} stands in two areas of the judge, one of them ${area}`)
      if (value !== undefined) all.set(name, value)
    }
  return all
}

const FACTS = merged<OperationFacts>(({ operations }) => operations)
const NO_FACTS: OperationFacts = {}
const VALUES = merged<OperationValues>(({ values }) => values)
const NO_VALUES: OperationValues = {}
const TWISTS = merged<readonly Twist[]>(({ twists }) => twists)
const NO_TWISTS: readonly Twist[] = []

/** The area's facts about an operation. */
export const factsOf = (operation: string): OperationFacts => FACTS.get(operation) ?? NO_FACTS
export const valuesOf = (operation: string): OperationValues => VALUES.get(operation) ?? NO_VALUES
export const twistsOf = (operation: string): readonly Twist[] => TWISTS.get(operation) ?? NO_TWISTS

/** By entity, or by a name for a state of one. */
export const FIXTURES = merged<Fixture>(({ fixtures }) => fixtures)
/** By their names in the control description. */
export const DRAWN_EVENTS: ReadonlyMap<string, DrawnEvent> = new Map([
  ...merged<DrawnEvent>(({ events }) => events),
  ['credentialUsed', USED_CREDENTIAL],
])
export const COMPARATORS = comparatorTable(Object.fromEntries(merged(({ comparators }) => comparators)))
