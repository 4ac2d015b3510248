import type { Contract } from '../contract/contract.ts'
import type { World } from '../model/world.ts'
import type { Client } from '../target/client.ts'
import type { Driver } from '../target/driver.ts'
import type { Budget } from './budget.ts'
import type { Coverage } from './coverage.ts'
import type { Shadow } from './shadow.ts'

/** One run of the judge against one target: what all sequences share. */
export interface Session {
  readonly contract: Contract
  readonly client: Client
  readonly driver: Driver
  readonly url: string
  readonly coverage: Coverage
  readonly budget: Budget
  /** What every sequence starts from: the actors, and what was there before. */
  base: World
  /** What the target did at open points, over all sequences. */
  learned: Shadow['learned']
  requests: number
  /** Also look for choices that agree with our defaults, as `learn` does. */
  readonly learning: boolean
  /** How far the target's clock was moved ahead. */
  aheadMs: number
  /** Events that turned something off and have to be turned back. */
  readonly switched: Set<string>
}
