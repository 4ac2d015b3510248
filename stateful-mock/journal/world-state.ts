import type { World } from '../../src/model/world/world.ts'
import type { SetGaps } from '../gaps/live-gaps.ts'
import type { Clock } from '../time/clock.ts'

/** Everything that decides what a sandbox answers next. A value: nothing in it ever changes. */
export interface WorldState {
  readonly world: World
  readonly clock: Clock
  readonly gaps: SetGaps
}
