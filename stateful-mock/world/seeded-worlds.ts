import type { Seed } from '../../src/model/seeds/kit/seed.ts'
import type { World } from '../../src/model/world/world.ts'
import type { SetGaps } from '../gaps/live-gaps.ts'

/** The inputs of a new world. */
export interface SeedSetup {
  readonly seed: Seed
  readonly gaps: SetGaps
}

interface SeededWorld extends SeedSetup {
  readonly world: World
}

const MOST = 4
/**
 * A world that is to begin now may have grown a moment earlier: the rest of its time only passes. Not much earlier, or what
 * is under way in it, such as a roll or a delivery, would be over before anybody has seen it.
 */
const FRESH_MS = 5_000

/** Worlds that have grown from seeds, so that sandboxes of one seed share one: growing costs, worlds are values. */
export class SeededWorlds {
  readonly #grow: (setup: SeedSetup, nowMs: number) => World
  #grown: readonly SeededWorld[] = []

  constructor(grow: (setup: SeedSetup, nowMs: number) => World) {
    this.#grow = grow
  }

  /** The world of a seed at an instant; if it need not be the exact one, one that still has to come there. */
  get(setup: SeedSetup, nowMs: number, exactly: boolean): World {
    const inTime = ({ nowMs: grownMs }: World) =>
      exactly ? grownMs === nowMs : grownMs <= nowMs && nowMs - grownMs < FRESH_MS
    const known = this.#grown.find((one) => one.seed === setup.seed && same(one.gaps, setup.gaps) && inTime(one.world))
    if (known) return known.world
    const world = this.#grow(setup, nowMs)
    if (!setup.seed.saved) this.#grown = [{ ...setup, world }, ...this.#grown].slice(0, MOST)
    return world
  }
}

const same = (one: SetGaps, other: SetGaps): boolean =>
  one === other || (one.size === 0 && other.size === 0) || JSON.stringify([...one]) === JSON.stringify([...other])
