import type { World } from '../../model/world/world.ts'
import type { Session } from '../session/session.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { PlainRequest } from '../step/plain-request.ts'

/** Outside events that may cause a blocking state, and the event that ends it. */
export interface Provokes {
  readonly events: readonly string[]
  readonly liftedBy: string
}

/** One area's clean-up after a sequence, in addition to deleting created things. */
export interface CleanUp {
  /** Requests that end things which cannot be deleted, or which keep others from being deleted. */
  readonly release?: (world: World, org: string) => readonly PlainRequest[]
  /** True if the target is known to refuse the removal of what a sequence made while work on it is under way. */
  readonly isBusy?: (session: Session, world: World) => boolean
  /** Walks that may cause a state that cannot be ended come last. */
  readonly provokes?: Provokes
  /** Has the surroundings put right again. */
  readonly putRight?: (session: Session, shadow: Shadow, actor: string) => Promise<void>
  /** Lets work end that would be far from its end once the clock is back; of sequences since it was moved ahead. */
  readonly beforeClockIsBack?: (session: Session, shadows: readonly Shadow[]) => Promise<void>
  /** Ends states that the shadow does not know of and that would affect the next sequence. */
  readonly endStrays?: (session: Session, actor: string) => Promise<void>
}
