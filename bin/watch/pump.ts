import type { TrafficJudge } from '../../src/conformance/traffic/traffic-judge.ts'

/** So long at a time, before what passes has its turn again. */
const SLICE_MS = 2

/** Has exchanges judged after they were passed on, a few at a time, so that nobody waits for it. */
export class Pump {
  readonly #judge: TrafficJudge
  #timer: NodeJS.Timeout | undefined

  constructor(judge: TrafficJudge) {
    this.#judge = judge
  }

  /** There may be something to judge. */
  wake(): void {
    this.#timer ??= setTimeout(() => this.#work(), 1)
  }

  /** Judges all that is left, at once. */
  finish(): void {
    clearTimeout(this.#timer)
    this.#judge.finish()
  }

  #work(): void {
    this.#timer = undefined
    const untilMs = performance.now() + SLICE_MS
    let isMore = true
    while (isMore && performance.now() < untilMs) isMore = this.#judge.step()
    if (isMore) this.wake()
  }
}
