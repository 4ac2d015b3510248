import type { Contract } from '../../contract/contract.ts'
import type { EventName } from '../../model/request/operation-types.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** An outside event that the driver was asked to cause, with everything that is known of it. */
export interface Caused {
  readonly contract: Contract
  /** What was believed before. */
  readonly shadow: Shadow
  readonly event: EventName | 'listPages'
  readonly org: string
  readonly body: unknown
  /** What the driver reports. */
  readonly answer: unknown
}
