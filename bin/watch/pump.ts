import type { TrafficJudge } from '../../src/conformance/traffic/traffic-judge.ts'

/** When nothing has come for so long, there is time to judge. */
const QUIET_MS = 5
/** An exchange is judged after this time at the latest, however much is under way. */
const LATEST_MS = 2_000
/** Then for so long at a time, with as many times that between. */
const SLICE_MS = 2
const PAUSE_MS = 8

/** Has exchanges judged after they were passed on, in the pauses of the traffic, so that nobody waits for it. */
export class Pump {
  readonly #judge: TrafficJudge
  #timer: NodeJS.Timeout | undefined
  #stirredMs = 0

  constructor(judge: TrafficJudge) {
    this.#judge = judge
  }

  /** Something passes. */
  stir(): void {
    this.#stirredMs = performance.now()
    this.#timer ??= setTimeout(() => this.#work(), QUIET_MS)
  }

  /** Judges all that is left, at once. */
  finish(): void {
    clearTimeout(this.#timer)
    this.#judge.finish()
  }

  #work(): void {
    this.#timer = undefined
    const nowMs = performance.now()
    const isQuiet = nowMs - this.#stirredMs >= QUIET_MS
    const isLate = performance.timeOrigin + nowMs - this.#judge.waitingSinceMs > LATEST_MS
    const mayJudge = isQuiet || isLate
    const isMore = mayJudge && (isQuiet ? this.#judge.step() : this.#slice(nowMs + SLICE_MS))
    if (isMore) this.#again(isQuiet ? 0 : PAUSE_MS)
    else if (this.#judge.backlog > 0) this.#again(QUIET_MS)
  }

  #slice(untilMs: number): boolean {
    let isMore = true
    while (isMore && performance.now() < untilMs) isMore = this.#judge.step()
    return isMore
  }

  #again(ms: number): void {
    this.#timer = setTimeout(() => this.#work(), ms)
  }
}
