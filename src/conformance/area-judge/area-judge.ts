import type { TableName } from '../../model/world/rows.ts'
import type { Check } from '../checks/check.ts'
import type { Excuse } from '../checks/excuse.ts'
import type { Comparators } from '../compare/comparator-table.ts'
import type { DrawnEvents } from '../kit/drawn-event.ts'
import type { Fixtures } from '../kit/fixture.ts'
import type { PlainValues } from '../kit/plain-values.ts'
import type { Switch } from '../kit/switch.ts'
import type { Twists } from '../kit/twist.ts'
import type { Script } from '../script/script.ts'
import type { Answered } from '../shadow/answered.ts'
import type { OtherWorld } from '../shadow/shadow.ts'
import type { CleanUp } from './clean-up.ts'
import type { MustWorkEvents } from './must-work.ts'
import type { OperationsFacts } from './operation-facts.ts'
import type { Singleton } from './singleton.ts'
import type { StartUp } from './start-up.ts'

/** The judge's knowledge of one area alone. The eight areas have this one shape. */
export interface AreaJudge {
  readonly operations: OperationsFacts
  /** Values that cannot be read off a schema. */
  readonly values: PlainValues
  /** Prerequisites that no creating operation makes. */
  readonly fixtures: Fixtures
  /** Bodies that meet one particular rule. */
  readonly twists: Twists
  /** Walks that no single operation suggests. */
  readonly scripts: readonly Script[]
  /** Outside events that random sequences may cause. */
  readonly events: DrawnEvents
  /** Things outside the API that can be turned off. */
  readonly switches: readonly Switch[]
  /** Quotas that limit what a run creates; they are raised first if possible. */
  readonly quotas: readonly string[]
  /** The kinds of things that a role can be narrowed to as a rule. */
  readonly scopedBy: readonly TableName[]
  readonly startUp: StartUp
  readonly singletons: readonly Singleton[]
  readonly cleanUp: CleanUp
  /** For fields whose prediction says more than the contract does. */
  readonly comparators: Comparators
  /** The checks for the answers of its operations. */
  readonly checks: readonly Check[]
  /** Why an answer may be right for now that the model would not have given. */
  readonly excuses: readonly Excuse[]
  /** True if neither a quota nor a permission can be in the way of a request, for reasons that only the area knows. */
  readonly isFree?: (answered: Answered) => boolean
  /** True if the area is open to the organization and no quota can be in the way of a request. */
  readonly hasPlenty?: (answered: Answered) => boolean
  /** Outside events that the target has to take. */
  readonly mustWork?: MustWorkEvents
  /** Requests are answered before the work is done. */
  readonly takesItsTime?: true
  /** Other worlds that the target may be in when time passes, whatever the driver reports. */
  readonly asTimePasses?: (known: Pick<Answered, 'contract' | 'shadow'>) => readonly OtherWorld[]
  /** Other worlds that the target may be in through changes of its own since the last response. */
  readonly meanwhile?: (answered: Answered) => readonly OtherWorld[]
}
