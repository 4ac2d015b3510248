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
  /** When it had grown: later than its own time where that took long. */
  readonly readyMs: number
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

  /** Keeps a world that was grown elsewhere, for whoever asks for it next. */
  add(setup: SeedSetup, world: World, readyMs = world.nowMs): void {
    this.#grown = [{ ...setup, world, readyMs }, ...this.#grown].slice(0, MOST)
  }

  has(setup: SeedSetup, nowMs: number, exactly: boolean): boolean {
    return this.#find(setup, nowMs, exactly) !== undefined
  }

  /** The world of a seed at an instant; if it need not be the exact one, one that still has to come there. */
  get(setup: SeedSetup, nowMs: number, exactly: boolean): World {
    const known = this.#find(setup, nowMs, exactly)
    if (known) return known.world
    const world = this.#grow(setup, nowMs)
    if (!setup.seed.saved) this.add(setup, world)
    return world
  }

  #find(setup: SeedSetup, nowMs: number, exactly: boolean): SeededWorld | undefined {
    const inTime = ({ world, readyMs }: SeededWorld) =>
      exactly ? world.nowMs === nowMs : world.nowMs <= nowMs && nowMs - readyMs < FRESH_MS
    return this.#grown.find((one) => sameSeed(one.seed, setup.seed) && same(one.gaps, setup.gaps) && inTime(one))
  }
}

/** A random world is generated each time. */
const sameSeed = (one: Seed, other: Seed): boolean =>
  one === other || (one.growInSteps !== undefined && one.name === other.name)

const same = (one: SetGaps, other: SetGaps): boolean =>
  one === other || (one.size === 0 && other.size === 0) || JSON.stringify([...one]) === JSON.stringify([...other])
