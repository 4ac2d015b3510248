import type { GapId } from '../../src/contract/generated/gaps.ts'
import type { Json } from '../../src/contract/json.ts'
import type { Seed } from '../../src/model/seeds/kit/seed.ts'
import type { World } from '../../src/model/world/world.ts'
import type { ClockSetting } from '../time/clock.ts'

/** What somebody wants a sandbox to come from: a seed, or a world that was saved. */
export type Origin = { readonly seed: string } | { readonly world: unknown }

/** What a sandbox came from, as it is shown. */
export type CameFrom =
  | { readonly seed: string }
  | { readonly scenario: string }
  | { readonly fork: string }
  | { readonly world: 'imported' }

/** Where a world begins, and comes back to when it is reset. */
export interface WorldStart {
  readonly from: CameFrom
  readonly seed: Seed
  /** May have grown a while before it begins; what fell due in between has happened at its beginning. */
  readonly world: World
  readonly atMs: number
  /** What the clock is set to each time it begins. */
  readonly clock: ClockSetting
  /** Gaps that were set otherwise than the contract says. */
  readonly gaps: ReadonlyMap<GapId, Json>
}

/** What a world begins with otherwise than the server's own. */
export interface StartSettings {
  readonly clock?: ClockSetting
  readonly gaps?: ReadonlyMap<GapId, Json>
}
