import type { World } from '../../model/world/world.ts'
import type { Session } from '../session/session.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { PlainRequest } from '../step/plain-request.ts'

/** Outside events that may bring about a state which stands in the way of what follows, and the one that ends it. */
export interface Provokes {
  readonly events: readonly string[]
  readonly liftedBy: string
}

/** One area's clean-up after a sequence, beyond deleting what the sequence made. */
export interface CleanUp {
  /** Requests that end things which cannot be deleted, or which keep others from being deleted. */
  readonly release?: (world: World, org: string) => readonly PlainRequest[]
  /** Walks that may bring about a state that nobody here can end come last. */
  readonly provokes?: Provokes
  /** Has the surroundings put right again. */
  readonly putRight?: (session: Session, shadow: Shadow, actor: string) => Promise<void>
  /** Ends what is there without the shadow's knowledge and would meet the next sequence. */
  readonly endStrays?: (session: Session, actor: string) => Promise<void>
}
