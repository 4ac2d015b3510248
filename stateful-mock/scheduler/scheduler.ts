import type { LiveMode } from '../live/live-mode.ts'
import type { StartTimer } from '../platform/platform.ts'
import type { ClockSetting } from '../time/clock.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import type { Fired, Move, WorldHolder } from '../world/world-holder.ts'

/** So much of what happens by itself has a place in one move of the clock; then it gets quiet. */
const MOST_LIVE = 100
/** The longest sleep; timers further away are looked at again then. */
const LONGEST_SLEEP_MS = 3_600_000
/** After something went wrong it is tried again this much later, not at once for ever. */
const RETRY_MS = 1_000

/** The parts that a scheduler works with. */
export interface SchedulerParts {
  readonly outbox: Outbox
  readonly live: LiveMode | undefined
  readonly startTimer: StartTimer
  /** Hears of mistakes in the mock itself: no request is there to be answered with them. */
  readonly onFault: (error: unknown) => void
}

type Passed = readonly Fired[] | 'too much'

/** Fires the timers of a world in time, also while nobody asks, and sends its webhooks. */
export class Scheduler {
  readonly #holder: WorldHolder
  readonly #outbox: Outbox
  readonly #live: LiveMode | undefined
  readonly #startTimer: StartTimer
  readonly #onFault: SchedulerParts['onFault']
  #cancelTimer: () => void = () => {}
  #wakesAtMs = Number.POSITIVE_INFINITY
  #closed = false
  /** Grows with every world that takes the place of another. */
  #generation = 0
  /** Where moves that are under way will have brought the clock. */
  #underWay: readonly number[] = []

  constructor(holder: WorldHolder, { outbox, live, startTimer, onFault }: SchedulerParts) {
    this.#holder = holder
    this.#outbox = outbox
    this.#live = live
    this.#startTimer = startTimer
    this.#onFault = onFault
    holder.setListener({
      changed: () => this.#changed(),
      replaced: () => {
        this.#generation += 1
        this.#underWay = []
        this.#outbox.worldReplaced()
        this.#live?.restart()
        this.#sleep()
      },
    })
    this.#sleep()
  }

  /** The instant that a move by some time goes on from, if earlier ones are still on their way. */
  get headingMs(): number {
    return Math.max(0, ...this.#underWay)
  }

  /** Moves the clock forward and waits at every instant at which something is really sent, until it was answered. */
  advanceTo(toMs: number): Promise<Passed> {
    return this.#pass(toMs, (untilMs, part) => this.#holder.advanceTo(Math.max(untilMs, this.#holder.lookedAtMs), part))
  }

  /** Sets how the clock runs; what it passes on its way forward is met as when it is moved. */
  async setClock(setting: ClockSetting): Promise<Passed> {
    const toMs = this.#holder.shownBy(setting)
    const passed = await this.#pass(toMs, (untilMs, part) =>
      untilMs < toMs ? this.#holder.advanceTo(untilMs, part) : this.#holder.setClock(setting, part),
    )
    this.#live?.clockWasSet()
    this.#sleep()
    return passed
  }

  async #pass(toMs: number, move: (untilMs: number, part: Move) => Passed): Promise<Passed> {
    this.#underWay = [...this.#underWay, toMs]
    const own = this.#generation
    try {
      return await this.#passTo(toMs, move)
    } finally {
      if (own === this.#generation) this.#underWay = this.#underWay.toSpliced(this.#underWay.indexOf(toMs), 1)
    }
  }

  /** Brings the world to an instant, from one stop to the next. It ends early when the world is another one. */
  async #passTo(toMs: number, move: (untilMs: number, part: Move) => Passed): Promise<Passed> {
    const generation = this.#generation
    // Timers that were due before the move are not part of it.
    void this.#holder.glance
    // Webhooks in flight are answered at their own instant, not counted as lost because the clock was moved.
    await this.#outbox.settled()
    if (this.#closed || generation !== this.#generation) return []
    const part: Move = { stop: (world) => this.#outbox.hasUnsent(world), since: this.#holder.entries + 1 }
    const fired: Fired[] = []
    for (let lively = 0; ; ) {
      const untilMs = lively < MOST_LIVE ? Math.min(toMs, this.#live?.nextAtMs ?? toMs) : toMs
      const passed = move(untilMs, part)
      if (passed === 'too much') return passed
      fired.push(...passed)
      await this.#outbox.settled()
      if (this.#closed || generation !== this.#generation) return fired
      const nowMs = this.#holder.lookedAtMs
      if (this.#live && nowMs >= this.#live.nextAtMs && lively++ < MOST_LIVE) this.#live.play()
      if (nowMs < toMs || this.#holder.nextDueMs <= toMs) continue
      this.#sleep()
      return fired
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#cancelTimer()
    await this.#outbox.close()
  }

  #changed(): void {
    this.#outbox.sendNew()
    if (this.#holder.nextDueMs !== this.#wakesAtMs) this.#sleep()
  }

  /** Until something falls due. A clock that stands still wakes nobody. */
  #sleep(leastMs = 0): void {
    this.#cancelTimer()
    this.#wakesAtMs = this.#holder.nextDueMs
    if (this.#closed || this.#holder.clockMode === 'frozen') return
    const nextMs = Math.min(this.#wakesAtMs, this.#live?.nextAtMs ?? Number.POSITIVE_INFINITY)
    if (nextMs === Number.POSITIVE_INFINITY) return
    const waitMs = Math.min(Math.max(nextMs - this.#holder.presentMs, leastMs), LONGEST_SLEEP_MS)
    this.#cancelTimer = this.#startTimer(() => this.#wake(), waitMs)
  }

  #wake(): void {
    let failed = false
    try {
      // To look at the world is to let happen what is due.
      void this.#holder.glance
      this.#live?.play()
    } catch (error) {
      failed = true
      this.#onFault(error)
    }
    this.#sleep(failed || this.#holder.waitsForStorage ? RETRY_MS : 0)
  }
}
