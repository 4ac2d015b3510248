import type { GapId } from '../../src/contract/generated/gaps.ts'
import type { Json } from '../../src/contract/json.ts'
import type { Seed } from '../../src/model/seeds/kit/seed.ts'
import type { World } from '../../src/model/world/world.ts'
import type { ClockSetting } from '../time/clock.ts'

/** The requested origin of a sandbox: a seed, or a saved world. */
export type Origin = { readonly seed: string } | { readonly world: unknown }

/** The origin of a sandbox, as it is shown. */
export type CameFrom =
  | { readonly seed: string }
  | { readonly scenario: string }
  | { readonly fork: string }
  | { readonly world: 'imported' }

/** The start of a world, to which a reset returns. */
export interface WorldStart {
  readonly from: CameFrom
  readonly seed: Seed
  /** May have grown a while before it begins; what fell due in between has happened at its beginning. */
  readonly world: World
  readonly atMs: number
  /** The setting of the clock at each start. */
  readonly clock: ClockSetting
  /** Gaps that were set otherwise than the contract says. */
  readonly gaps: ReadonlyMap<GapId, Json>
}

/** The settings in which a world differs from the server's own. */
export interface StartSettings {
  readonly clock?: ClockSetting
  readonly gaps?: ReadonlyMap<GapId, Json>
}
