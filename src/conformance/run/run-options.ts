import type { Contract } from '../../contract/contract.ts'
import type { Client } from '../../target/client.ts'
import type { Driver } from '../../target/driver.ts'
import type { WorldAnew } from '../../target/opening/world-anew.ts'
import type { Stopping } from '../../target/stopping.ts'
import type { Phase } from '../report/phases.ts'
import type { RunEvent, Shard, Stopped } from '../report/run-event.ts'
import type { Shrunk } from '../sequence/shrink.ts'
import type { Coverage } from '../session/coverage.ts'
import type { Receiver } from '../session/receiver.ts'
import type { Session } from '../session/session.ts'

export interface RunOptions {
  readonly contract: Contract
  readonly client: Client
  readonly driver: Driver
  /** The receiver of the target's webhooks; without one they are not checked. */
  readonly receiver?: Receiver
  /** A way to reset the target's world, so that a failure is shown in it before it is reported. */
  readonly anew?: WorldAnew
  readonly url: string
  readonly seed: number
  /** Random sequences after the walk over every operation. */
  readonly runs: number
  readonly maxSteps: number
  readonly areas: readonly string[]
  readonly skip?: readonly Phase[]
  /** Number of concurrent sequences. */
  readonly concurrency?: number
  /** The part of the sequences that is run here. */
  readonly shard?: Shard
  /** No new sequence starts after this many requests. */
  readonly maxRequests?: number
  readonly timeLimitMs?: number
  /** Ends with the first failure that is not known; with a warning only where `strict` makes it one. */
  readonly bail?: boolean
  /** Warnings are failures. */
  readonly strict?: boolean
  /** Keys of failures that are known already. */
  readonly baseline?: ReadonlySet<string>
  readonly learning?: boolean
  /** Ends the run: no further step is executed, and created things are deleted. */
  readonly signal?: AbortSignal
  /** The same for everything that waits, including the client; by default only the signal. */
  readonly stopping?: Stopping
  readonly listen?: (event: RunEvent) => void
}

export interface RunResult {
  readonly requests: number
  readonly sequences: number
  readonly failures: readonly Shrunk[]
  readonly coverage: Coverage
  readonly learned: Session['learned']
  readonly stopped: Stopped | undefined
}
