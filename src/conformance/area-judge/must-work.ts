import type { EventName } from '../../model/request/operation-types.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** An outside event that the driver was asked to cause, before anything came of it. */
export interface Asked {
  readonly shadow: Shadow
  readonly org: string
  readonly body: unknown
}

/** Why an outside event has to work when the model knows nothing that is in its way. */
export interface MustWork {
  readonly rules: readonly string[]
  /**
   * What counts as evidence: that the target calls the event impossible, or only (a warning in any case) that it calls a
   * thing unknown which it shows itself.
   */
  readonly evidence: 'impossible' | 'unknown'
  /** True if what it takes was shown by the target itself. */
  applies(asked: Asked): boolean
}

/** Other refusals may be the driver's own. */
export type MustWorkEvents = Readonly<Partial<Record<EventName, MustWork>>>
