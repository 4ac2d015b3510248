import type { TimedExchange } from '../../src/conformance/traffic/timed-exchange.ts'
import type { ToJudge } from './judge-messages.ts'

/** Maximum memory of exchanges that wait to be judged. */
const MOST_BYTES = 64_000_000
/** Memory of an exchange besides its texts. */
const OVERHEAD = 2_000
/** Exchanges within this time are handed over together, which is cheaper than one by one. */
const TOGETHER_MS = 5

interface Skipped {
  readonly count: number
  readonly startedMs: number
  readonly endedMs: number
}

/**
 * Hands exchanges over to the judge, in order, without waiting for it. While too much is waiting, exchanges are not handed
 * over; the judge only learns how many they were, and when.
 */
export class Handover {
  readonly #post: (messages: readonly ToJudge[]) => void
  readonly #mostBytes: number
  #messages: ToJudge[] = []
  #timer: NodeJS.Timeout | undefined
  /** Exchanges in progress whose start was reported to the judge. */
  readonly #told = new Set<number>()
  /** Start times of exchanges in progress that are not reported to the judge. */
  readonly #untold = new Map<number, number>()
  /** Sizes of the exchanges that wait to be judged, oldest first. */
  readonly #waiting: number[] = []
  #bytes = 0
  #skipped: Skipped | undefined

  constructor(post: (messages: readonly ToJudge[]) => void, mostBytes = MOST_BYTES) {
    this.#post = post
    this.#mostBytes = mostBytes
  }

  began(number: number, atMs: number): void {
    if (this.#bytes > this.#mostBytes) {
      this.#untold.set(number, atMs)
      return
    }
    this.#told.add(number)
    this.#say({ kind: 'began', number, atMs })
  }

  took(number: number, exchange: TimedExchange): void {
    const bytes = OVERHEAD + 2 * (exchange.body.length + exchange.answer.length)
    this.#over({ kind: 'took', number, exchange }, exchange.endedMs, bytes)
  }

  lost(number: number, endedMs: number): void {
    this.#over({ kind: 'lost', number, endedMs }, endedMs, OVERHEAD)
  }

  /** The judge has finished this many more. */
  judged(count: number): void {
    for (const size of this.#waiting.splice(0, count)) this.#bytes -= size
    if (this.#bytes <= this.#mostBytes / 2) this.#tellSkipped()
  }

  finish(message: ToJudge): void {
    this.#tellSkipped()
    this.#say(message)
    this.#flush()
  }

  #over(message: Extract<ToJudge, { kind: 'took' | 'lost' }>, endedMs: number, bytes: number): void {
    if (this.#told.delete(message.number)) this.#sayToBeJudged(message, bytes)
    else this.#skip(message.number, endedMs)
  }

  #sayToBeJudged(message: ToJudge, bytes: number): void {
    this.#waiting.push(bytes)
    this.#bytes += bytes
    this.#say(message)
  }

  #skip(number: number, endedMs: number): void {
    const { count, startedMs } = this.#skipped ?? { count: 0, startedMs: endedMs }
    const beganMs = this.#untold.get(number) ?? endedMs
    this.#untold.delete(number)
    this.#skipped = { count: count + 1, startedMs: Math.min(startedMs, beganMs), endedMs }
  }

  #tellSkipped(): void {
    if (!this.#skipped) return
    this.#sayToBeJudged({ kind: 'skipped', ...this.#skipped }, OVERHEAD)
    this.#skipped = undefined
  }

  #say(message: ToJudge): void {
    this.#messages.push(message)
    this.#timer ??= setTimeout(() => this.#flush(), TOGETHER_MS)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const messages = this.#messages
    this.#messages = []
    this.#post(messages)
  }
}
