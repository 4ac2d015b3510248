import { EVERYWHERE } from '../../src/model/identity/identity.ts'
import { type Dice, makeDice } from '../../src/model/seeds/kit/dice.ts'
import { oldestFirst } from '../../src/model/table/table.ts'
import type { WorldHolder } from '../world/world-holder.ts'
import { nextEvent } from './next-event.ts'

/** The pace: the seconds between two events, on average. */
export type Pace = number

export interface LiveOptions {
  readonly everySeconds: Pace
  /** The same number, the same events. */
  readonly seed?: number
}

/** Lets things happen to the first organization of a world by themselves, on the world's clock. */
export class LiveMode {
  readonly #holder: WorldHolder
  readonly #everyMs: number
  readonly #seed: number
  #dice: Dice
  #nextAtMs: number

  constructor(holder: WorldHolder, { everySeconds, seed = 1 }: LiveOptions) {
    this.#holder = holder
    this.#everyMs = everySeconds * 1000
    this.#seed = seed
    this.#dice = makeDice(seed)
    this.#nextAtMs = this.#after(holder.lookedAtMs)
  }

  /** The time of the next event, by the world's clock. */
  get nextAtMs(): number {
    return this.#nextAtMs
  }

  /** Plays what is due, once: nothing is made up for time that was slept through. */
  play(): void {
    const { nowMs } = this.#holder.world
    if (nowMs < this.#nextAtMs) return
    const [organization] = oldestFirst(this.#holder.lookedAt.tables.Organization, 'all', [EVERYWHERE])
    const event = organization && nextEvent(this.#holder.lookedAt, this.#holder.gaps, organization.id, this.#dice)
    if (event) this.#holder.event(event.name, event.org, event.body as never)
    this.#nextAtMs = this.#after(nowMs)
  }

  /** A clock that went back does not keep it quiet until it is there again. */
  clockWasSet(): void {
    const nowMs = this.#holder.lookedAtMs
    if (this.#nextAtMs > nowMs + 2 * this.#everyMs) this.#nextAtMs = this.#after(nowMs)
  }

  /** The world is another one, and meets the same again. */
  restart(): void {
    this.#dice = makeDice(this.#seed)
    this.#nextAtMs = this.#after(this.#holder.lookedAtMs)
  }

  /** Neither like clockwork nor in bursts. */
  #after(nowMs: number): number {
    return nowMs + Math.round(this.#everyMs * (0.5 + this.#dice.share()))
  }
}
