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
/** What a request takes besides its texts. */
const OVERHEAD = 500

/** The latest requests, reads included; older ones drop out when there are too many, or when they are too large together. */
export class RequestLog {
  readonly #mostBytes: number
  /** The oldest first. */
  readonly #kept = new Map<number, Logged>()
  #bytes = 0
  #last = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Its number. */
  add(request: WireRequest, answer: Answer, atMs: number, ms: number): number {
    this.#last += 1
    const logged = { id: this.#last, atMs, request: keptRequest(request), answer: keptAnswer(answer), ms }
    this.#kept.set(this.#last, logged)
    this.#bytes += sizeOf(logged)
    while (this.#kept.size > MOST || this.#bytes > this.#mostBytes) this.#dropOldest()
    return this.#last
  }

  clear(): void {
    this.#kept.clear()
    this.#bytes = 0
  }

  get(id: number): Logged | undefined {
    return this.#kept.get(id)
  }

  *newestFirst(before = this.#last + 1): Generator<Logged> {
    for (let id = Math.min(before - 1, this.#last); id > 0 && id > this.#last - MOST; id--) {
      const logged = this.get(id)
      if (logged) yield logged
    }
  }

  #dropOldest(): void {
    for (const [id, logged] of this.#kept) {
      this.#kept.delete(id)
      this.#bytes -= sizeOf(logged)
      return
    }
  }
}

/** What is kept is a copy: a part of a buffer or of a string would keep the whole in memory. */
function keptRequest(request: WireRequest): WireRequest {
  const { body } = request
  return body === 'too large' ? request : { ...request, body: new Uint8Array(body.subarray(0, LONGEST)) }
}

function keptAnswer({ status, headers, body, why, transportFault }: Answer): Answer {
  const short = body === undefined || body.length <= LONGEST ? body : copied(body.slice(0, LONGEST))
  return { status, headers, body: short, why, ...(transportFault && { transportFault }) }
}

const copied = (text: string): string => new TextDecoder().decode(new TextEncoder().encode(text))

function sizeOf({ request, answer }: Logged): number {
  let size = OVERHEAD + request.target.length + request.body.length + (answer.body?.length ?? 0)
  for (const name in request.headers) size += name.length + (request.headers[name]?.length ?? 0)
  return size
}
