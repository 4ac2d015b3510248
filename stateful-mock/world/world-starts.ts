import type { Contract } from '../../src/contract/contract.ts'
import type { GapId } from '../../src/contract/generated/gaps.ts'
import type { Json } from '../../src/contract/json.ts'
import { validatorFor } from '../../src/contract/schema/schema-compiler.ts'
import { didYouMean } from '../../src/contract/text/did-you-mean.ts'
import type { Seed } from '../../src/model/seeds/kit/seed.ts'
import { savedSeed } from '../../src/model/seeds/saved.ts'
import { SEEDS, seedNamed } from '../../src/model/seeds/seeds.ts'
import type { ProfileActor } from '../actors/profile-actors.ts'
import { LiveGaps, type SetGaps } from '../gaps/live-gaps.ts'
import type { Platform } from '../platform/platform.ts'
import { worldAdvancedTo } from '../time/advance-world.ts'
import { type ClockSetting, readClock, startClock } from '../time/clock.ts'
import { type Refused, refused } from './refused.ts'
import { seedWorld, seedWorldInSteps } from './seed-world.ts'
import { SeededWorlds } from './seeded-worlds.ts'
import type { Origin, StartSettings, WorldStart } from './world-start.ts'

export interface WorldStartsOptions {
  readonly contract: Contract
  readonly actors: readonly ProfileActor[]
  /** The server's own seed. */
  readonly seed: Seed
  readonly clock: ClockSetting
  readonly realNow: () => number
  readonly grownWorld: Platform['grownWorld']
  /** Lets others act. */
  readonly pause: () => Promise<void>
}

/** So long it grows a world without letting anybody else act. */
const SLICE_MS = 15

const NONE: SetGaps = new Map()

/** The starts of worlds. */
export class WorldStarts {
  readonly #options: WorldStartsOptions
  readonly #grown: SeededWorlds
  #growing: Promise<void> = Promise.resolve()

  constructor(options: WorldStartsOptions) {
    const { contract, actors, grownWorld } = options
    this.#options = options
    this.#grown = new SeededWorlds(({ seed, gaps }, nowMs) =>
      seedWorld({ seed, actors, profile: contract.profile, grownWorld }, nowMs, new LiveGaps(contract.gaps, gaps)),
    )
  }

  /** The server's own. */
  defaultStart(): WorldStart {
    return this.#fromSeed(this.#options.seed)
  }

  from(origin: Origin, settings?: StartSettings): WorldStart | Refused {
    if ('world' in origin) return this.#imported(origin.world)
    const { seed: own } = this.#options
    const seed = origin.seed === own.name ? own : seedNamed(origin.seed)
    if (seed) return this.#fromSeed(seed, settings)
    const names = SEEDS.map(({ name }) => name)
    return refused(404, `there is no seed ${origin.seed}${didYouMean(origin.seed, names)}`)
  }

  /**
   * Has the world of a start grown beforehand, bit by bit, where that takes long: the start itself is then there at
   * once. Undefined where there is nothing to wait for. One after the other: a few at once would only take longer.
   */
  ready(wanted: Origin | WorldStart | undefined): Promise<void> | undefined {
    const seed = this.#seedOf(wanted)
    if (!seed?.growInSteps) return undefined
    const grown = this.#growing.then(() => this.#growInSteps(seed, wanted && 'clock' in wanted ? wanted : {}))
    this.#growing = grown.catch(() => {})
    return grown
  }

  #seedOf(wanted: Origin | WorldStart | undefined): Seed | undefined {
    if (!wanted) return this.#options.seed
    if ('from' in wanted) return 'seed' in wanted.from && wanted.clock.mode === 'real' ? wanted.seed : undefined
    if ('world' in wanted) return undefined
    const { seed: own } = this.#options
    return wanted.seed === own.name ? own : seedNamed(wanted.seed)
  }

  async #growInSteps(seed: Seed, { clock = this.#options.clock, gaps = NONE }: StartSettings): Promise<void> {
    const { contract, actors, grownWorld, pause } = this.#options
    if (this.#grown.has({ seed, gaps }, this.#atMs(clock), clock.mode !== 'real')) return
    const source = { seed, actors, profile: contract.profile, grownWorld }
    const growth = seedWorldInSteps(source, this.#atMs(clock), new LiveGaps(contract.gaps, gaps))
    for (let sinceMs = performance.now(), next = growth?.next(); next; next = growth?.next()) {
      if (next.done) return this.#grown.add({ seed, gaps }, next.value, this.#atMs(clock))
      if (performance.now() - sinceMs < SLICE_MS) continue
      await pause()
      sinceMs = performance.now()
    }
  }

  #atMs(clock: ClockSetting): number {
    const realMs = this.#options.realNow()
    return readClock(startClock(clock, realMs, realMs), realMs)
  }

  /** The same start once more: where time is real, it is later by now. */
  again(start: WorldStart): WorldStart {
    if (start.clock.mode !== 'real') return start
    if ('seed' in start.from) return this.#fromSeed(start.seed, start)
    return { ...start, atMs: Math.max(start.atMs, this.#options.realNow()) }
  }

  #fromSeed(seed: Seed, { clock = this.#options.clock, gaps = NONE }: StartSettings = {}): WorldStart {
    const atMs = this.#atMs(clock)
    const world = this.#grown.get({ seed, gaps }, atMs, clock.mode !== 'real')
    return { from: { seed: seed.name }, seed, world, atMs, clock, gaps }
  }

  /** A world that was exported, with its clock and its gaps. */
  #imported(json: unknown): WorldStart | Refused {
    const read = savedSeed('the import', json)
    if ('error' in read) return refused(409, read.error.replace(/\.$/, ''))
    const { gaps: given, ...seed } = read
    const { contract, realNow } = this.#options
    const gaps = new Map<GapId, Json>()
    for (const [id, value] of Object.entries(given)) {
      const definition = contract.gaps.definitions.get(id as GapId)
      if (!definition) return refused(409, `the import sets ${id}, and there is no such gap`)
      const wrong = validatorFor(definition.schema)(value)[0]
      if (wrong) return refused(409, `the import sets ${id} to an invalid value: ${wrong.message}`)
      gaps.set(id as GapId, value)
    }
    try {
      const world = this.#grown.get({ seed, gaps: NONE }, read.saved?.nowMs ?? realNow(), true)
      const clock = importedClock(json, world.nowMs)
      const atMs = clock.mode === 'real' ? Math.max(world.nowMs, realNow()) : world.nowMs
      // Timers due before the start fire once as a trial, because the rows of a saved world may hold anything.
      worldAdvancedTo(world, atMs, new LiveGaps(contract.gaps, gaps))
      return { from: { world: 'imported' }, seed, world, atMs, clock, gaps }
    } catch (error) {
      return refused(400, `the imported world is inconsistent: ${error instanceof Error ? error.message : ''}`)
    }
  }
}

/** The form was checked with the request. */
function importedClock(json: unknown, atMs: number): ClockSetting {
  const { clock } = json as { readonly clock: { readonly mode: ClockSetting['mode'] } }
  return clock.mode === 'real' ? { mode: 'real' } : { mode: clock.mode, atMs }
}
