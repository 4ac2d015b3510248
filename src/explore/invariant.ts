import type { Contract } from '../contract/contract.ts'
import type { GapId } from '../contract/generated/gaps.ts'
import type { Json } from '../contract/json.ts'
import type { AppliedRefusal } from '../model/decide.ts'
import type { Change, World } from '../model/world/world.ts'
import type { Look } from './looks.ts'
import type { Move } from './move.ts'

/** One step of a walk, with what was seen before and after it. */
export interface Transition {
  readonly contract: Contract
  readonly before: World
  readonly after: World
  readonly move: Move
  readonly changes: readonly Change[]
  /** The answer to a request that succeeded. */
  readonly body: unknown
  /** The refusals of a request that did not. */
  readonly refusals: readonly AppliedRefusal[]
  readonly seenBefore: readonly Look[]
  readonly seenAfter: readonly Look[]
  /** Secrets that were shown on the way here. */
  readonly secrets: ReadonlySet<string>
}

/** A condition that must hold in every reachable world. */
export interface Invariant {
  readonly name: string
  readonly says: string
  /** Values at open points under which it need not hold. */
  readonly unless?: { readonly [Id in GapId]?: Json }
  /** A sentence about the breach; undefined when the invariant holds. */
  readonly breach: (transition: Transition) => string | undefined
}
