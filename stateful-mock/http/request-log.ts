import type { Answer, WireRequest } from './wire.ts'

/** A request to the API and its answer, as they were. */
export interface Logged {
  readonly id: number
  /** By the clock of the world. */
  readonly atMs: number
  readonly request: WireRequest
  readonly answer: Answer
  readonly ms: number
}

const MOST = 1_000
/** Of a longer body only so much is kept. */
const LONGEST = 65_536

/** The latest requests, reads included; older ones drop out. */
export class RequestLog {
  #kept: Logged[] = []
  #last = 0

  /** Its number. */
  add(request: WireRequest, answer: Answer, atMs: number, ms: number): number {
    this.#last += 1
    const kept = { id: this.#last, atMs, request: shortRequest(request), answer: shortAnswer(answer), ms }
    this.#kept[this.#last % MOST] = kept
    return this.#last
  }

  clear(): void {
    this.#kept = []
  }

  get(id: number): Logged | undefined {
    const logged = this.#kept[id % MOST]
    return logged?.id === id ? logged : undefined
  }

  *newestFirst(before = this.#last + 1): Generator<Logged> {
    for (let id = Math.min(before - 1, this.#last); id > 0 && id > this.#last - MOST; id--) {
      const logged = this.get(id)
      if (logged) yield logged
    }
  }
}

const shortRequest = (request: WireRequest): WireRequest =>
  request.body === 'too large' || request.body.length <= LONGEST
    ? request
    : { ...request, body: request.body.slice(0, LONGEST) }

const shortAnswer = (answer: Answer): Answer =>
  answer.body === undefined || answer.body.length <= LONGEST
    ? answer
    : { ...answer, body: answer.body.slice(0, LONGEST) }
