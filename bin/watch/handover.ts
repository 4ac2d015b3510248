import type { TimedExchange } from '../../src/conformance/traffic/timed-exchange.ts'
import type { ToJudge } from './judge-messages.ts'

/** What waits to be judged may take so much memory. */
const MOST_BYTES = 64_000_000
/** What an exchange takes besides its texts. */
const OVERHEAD = 2_000
/** What passes in this time is handed over together: that costs less than one by one. */
const TOGETHER_MS = 5

interface Skipped {
  readonly count: number
  readonly startedMs: number
  readonly endedMs: number
}

/**
 * Hands over to the judge what passes, in order. Nobody waits for the judge: what comes while too much is waiting for it is
 * not handed over, and it is told only how much that was, and when.
 */
export class Handover {
  readonly #post: (messages: readonly ToJudge[]) => void
  readonly #mostBytes: number
  #messages: ToJudge[] = []
  #timer: NodeJS.Timeout | undefined
  /** Those under way whose beginning the judge has been told of. */
  readonly #told = new Set<number>()
  /** When those under way began that it is not to hear of. */
  readonly #untold = new Map<number, number>()
  /** The sizes of what waits to be judged, the oldest first. */
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

  /** The judge is done with so many more. */
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
