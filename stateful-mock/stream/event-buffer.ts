import type { StartTimer } from '../platform/platform.ts'
import type { NumberedStreamEvent, StreamEvent } from './stream-event.ts'

/** The number of events kept for readers who come back, or are slow. */
const KEPT = 4_096

/** The latest events, numbered, and the readers who wait for more. It never grows: a reader who is too slow misses some. */
export class EventBuffer {
  readonly #kept: NumberedStreamEvent[] = []
  readonly startTimer: StartTimer
  #last: number
  #waiting = new Set<() => void>()

  constructor(startTimer: StartTimer, last = 0) {
    this.startTimer = startTimer
    this.#last = last
  }

  get last(): number {
    return this.#last
  }

  add(event: StreamEvent): void {
    this.#last += 1
    this.#kept[this.#last % KEPT] = { ...event, id: this.#last }
    if (this.#waiting.size === 0) return
    const waiting = this.#waiting
    this.#waiting = new Set()
    for (const wake of waiting) wake()
  }

  /** The events after a number, oldest first, and how many of them are not kept any more. */
  after(id: number): { readonly events: readonly NumberedStreamEvent[]; readonly lost: number } {
    const events: NumberedStreamEvent[] = []
    const first = Math.max(id + 1, this.#last - KEPT + 1, 1)
    for (let number = first; number <= this.#last; number++) {
      const one = this.#kept[number % KEPT]
      if (one?.id === number) events.push(one)
    }
    return { events, lost: this.#last - id - events.length }
  }

  /** Resolves when there is an event after that number, the time is up, or the reader is gone. */
  waitForMore(id: number, longestMs: number, gone: AbortSignal): Promise<void> {
    if (this.#last > id || gone.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = () => {
        cancel()
        gone.removeEventListener('abort', wake)
        this.#waiting.delete(wake)
        resolve()
      }
      const cancel = this.startTimer(wake, longestMs)
      gone.addEventListener('abort', wake)
      this.#waiting.add(wake)
    })
  }
}
