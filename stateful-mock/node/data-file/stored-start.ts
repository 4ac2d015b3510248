import type { GapId } from '../../../src/contract/generated/gaps.ts'
import type { Json } from '../../../src/contract/json.ts'
import type { ActorSeed } from '../../../src/model/access/seed-identities.ts'
import type { World } from '../../../src/model/world/world.ts'
import type { WorldState } from '../../journal/world-state.ts'
import type { StorableSandbox } from '../../sandboxes/sandbox-store.ts'
import type { Clock, ClockSetting } from '../../time/clock.ts'
import type { CameFrom } from '../../world/world-start.ts'

/** A state without its world, as JSON. */
export interface StoredState {
  readonly atMs: number
  readonly clock: Clock
  readonly gaps: readonly (readonly [GapId, Json])[]
}

/** A sandbox without its worlds, as JSON. */
export interface StoredStart {
  readonly createdAtMs: number
  readonly from: CameFrom
  readonly seed: { readonly name: string; readonly about: string; readonly actors: Readonly<Record<string, ActorSeed>> }
  /** The time of its first world when it had grown, and when it began. */
  readonly grownAtMs: number
  readonly atMs: number
  readonly clock: ClockSetting
  readonly gaps: StoredState['gaps']
  /** The start of its journal. */
  readonly first: StoredFirst
}

/** The state that a journal begins with. */
export interface StoredFirst extends StoredState {
  /** The entry that it begins after; 0 when nothing is said. */
  readonly entry?: number
}

export const toStoredState = ({ world, clock, gaps }: WorldState): StoredState => ({
  atMs: world.nowMs,
  clock,
  gaps: [...gaps],
})

export const toStoredFirst = (state: WorldState, entry: number): StoredFirst => ({
  ...toStoredState(state),
  ...(entry > 0 && { entry }),
})

export function toStoredStart({ past, createdAtMs }: StorableSandbox): StoredStart {
  const { from, seed, world, atMs, clock, gaps } = past.start
  const first = toStoredFirst(past.journal.start, past.journal.reach)
  const { name, about, actors } = seed
  const shown = { name, about, actors }
  const grownAtMs = world.nowMs
  return { createdAtMs, from, seed: shown, grownAtMs, atMs, clock, gaps: [...gaps], first }
}

export const fromStoredState = ({ clock, gaps }: StoredState, world: World): WorldState => ({
  world,
  clock,
  gaps: new Map(gaps),
})
