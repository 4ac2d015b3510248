import type { Contract } from '../../contract/contract.ts'
import type { EventName } from '../../model/request/operation-types.ts'
import type { Shadow } from './shadow.ts'

/** An outside event that the driver was asked to cause, with everything that is known of it. */
export interface Caused {
  readonly contract: Contract
  /** The shadow before the event. */
  readonly shadow: Shadow
  readonly event: EventName | 'listPages'
  readonly org: string
  readonly body: unknown
  /** The driver's report. */
  readonly answer: unknown
}
