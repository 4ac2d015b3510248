import type { Contract } from '../../contract/contract.ts'
import type { Driver } from '../../target/driver.ts'
import type { Exchange, Sent } from '../../target/exchange.ts'
import type { Held } from '../../target/sending/held.ts'

export type Headers = Readonly<Record<string, string>>

/** The seconds that all steps of a run together may wait because a target says 429. */
export interface Busy {
  leftSeconds: number
}

/** The place where a scenario is replayed: a target, or a mock made for it. */
export interface ReplayTarget {
  /** With the choices of the target's profile in place. */
  readonly contract: Contract
  readonly url: string
  /** Callers by name, with the headers that carry their credentials. */
  readonly actors: Readonly<Record<string, Headers>>
  /**
   * fresh: our mock, in a world made for this one scenario. mock: our mock, as somebody runs it. target: any
   * implementation; outside events go through its driver.
   */
  readonly kind: 'fresh' | 'mock' | 'target'
  readonly driver: Driver
  /** The text that makes names unique; undefined in a fresh world, which needs none. */
  readonly salt: string | undefined
  /** With `held` only the first half of the body is sent at once. */
  send(sent: Sent, held?: Held): Promise<Exchange>
  /** The time to wait for a target that says 429; nobody waits for a mock. */
  readonly busy?: Busy | undefined
  /** True if the run is to end: no further step is taken. */
  readonly stopped?: () => boolean
  /** Lets others act, where it shares its process with them. */
  takeTurns?(): Promise<void>
  /** Lets time pass: on a fresh mock its own, elsewhere real time. */
  wait(seconds: number): Promise<void>
}

export interface OpenReplayTarget {
  readonly target: ReplayTarget
  close(): Promise<void>
}
