import type { NumberedTold, Told } from './stream-event.ts'

/** So much is kept for those who come back, or are slow. */
const KEPT = 4_096

/** What happened last, numbered, and who waits for more. It never grows: whoever is too slow misses something. */
export class Recent {
  readonly #kept: NumberedTold[] = []
  #last: number
  #waiting = new Set<() => void>()

  constructor(last = 0) {
    this.#last = last
  }

  get last(): number {
    return this.#last
  }

  add(told: Told): void {
    this.#last += 1
    this.#kept[this.#last % KEPT] = { ...told, id: this.#last }
    if (this.#waiting.size === 0) return
    const waiting = this.#waiting
    this.#waiting = new Set()
    for (const wake of waiting) wake()
  }

  /** What came after a number, oldest first, and how much of it is not kept any more. */
  after(id: number): { readonly told: readonly NumberedTold[]; readonly lost: number } {
    const told: NumberedTold[] = []
    const first = Math.max(id + 1, this.#last - KEPT + 1, 1)
    for (let number = first; number <= this.#last; number++) {
      const one = this.#kept[number % KEPT]
      if (one?.id === number) told.push(one)
    }
    return { told, lost: this.#last - id - told.length }
  }

  /** Until there is more than that, or it has taken long enough, or nobody waits any longer. */
  more(id: number, longestMs: number, gone: AbortSignal): Promise<void> {
    if (this.#last > id || gone.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        gone.removeEventListener('abort', wake)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, longestMs)
      timer.unref()
      gone.addEventListener('abort', wake)
      this.#waiting.add(wake)
    })
  }
}
