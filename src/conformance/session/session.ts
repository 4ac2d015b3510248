import type { Contract } from '../../contract/contract.ts'
import type { World } from '../../model/world/world.ts'
import type { Client } from '../../target/client.ts'
import type { Driver } from '../../target/driver.ts'
import type { Lacked } from '../compare/comparison.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { Budget } from './budget.ts'
import type { Coverage } from './coverage.ts'
import type { Receiver } from './receiver.ts'
import type { TargetClock } from './target-clock.ts'

/** The state of one run against one target that all sequences share. */
export interface Session {
  readonly contract: Contract
  readonly client: Client
  readonly driver: Driver
  /** The receiver of the target's webhooks, when it can reach us. */
  readonly receiver: Receiver | undefined
  readonly url: string
  readonly coverage: Coverage
  readonly budget: Budget
  /** The start of every sequence: the actors, and the things that were there before. */
  base: World
  /** The target's choices at gaps, in all sequences up to the present round. */
  learned: Shadow['learned']
  /** The number of calls of each operation up to the present round: the least called is drawn most. */
  called: ReadonlyMap<string, number>
  requests: number
  /** Also look for choices that agree with our defaults, as `learn` does. */
  readonly learning: boolean
  readonly clock: TargetClock
  /** True if the run should end: no further step is executed. */
  readonly stopping: () => boolean
  /** Waits so long, or until the run is to end. */
  readonly pause: (ms: number) => Promise<void>
  readonly leftBehind: Set<string>
  /** Keys of the failures that are established. */
  readonly known: Set<string>
  /** Keys of warnings that no longer end a sequence: those of optional fields that the target leaves out. */
  readonly passedOver: Set<string>
  /** Number of times that work of the target was waited for. */
  waits: number
  /** The number of times that each read was asked again and again until it was answered. */
  readonly insisted: Map<string, number>
  /** How long the lists of each operation have been, by their field. */
  readonly longest: Map<string, ReadonlyMap<string, number>>
  /** What may be beyond the end of the lists of each operation and caller, and how long those were. */
  readonly lacked: Map<string, Lacked>
  /** The number of times that what is ours never came into a long list. */
  readonly neverListed: Map<string, number>
  /** Milliseconds that it was waited for by the clock. */
  waitedMs: number
  /** True if a read of this target was ever stale and caught up later. */
  late: boolean
}
