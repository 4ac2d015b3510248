import type { Answer, WireRequest } from './wire.ts'

/** A request to the API and its answer, as they were. */
export interface Logged {
  readonly id: number
  /** By the clock of the world. */
  readonly atMs: number
  /** The number of journal entries at that moment. */
  readonly entries: number
  readonly request: LoggedRequest
  readonly answer: Answer
  readonly ms: number
}

export interface LoggedRequest extends Pick<WireRequest, 'method' | 'target' | 'headers'> {
  /** The beginning of it, as text; undefined when it was too large to be read. */
  readonly body: string | undefined
}

/** An exchange on its way into the log. */
type Exchanged = Omit<Logged, 'id' | 'request'> & { readonly request: WireRequest }

interface Kept extends Logged {
  /** About how much memory it takes, in bytes. */
  readonly size: number
}

const MOST = 1_000
/** Of a longer body only so much is kept. */
const LONGEST = 65_536
/** The memory that a request takes besides its texts. */
const OVERHEAD = 500

/** The latest requests, reads included; older ones drop out when there are too many, or when they are too large together. */
export class RequestLog {
  readonly #mostBytes: number
  /** By their number, over and over. */
  readonly #kept: (Kept | undefined)[] = new Array(MOST).fill(undefined)
  #bytes = 0
  #oldest = 1
  #last = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Its number. */
  add({ request, answer, atMs, entries, ms }: Exchanged): number {
    const id = ++this.#last
    if (id - this.#oldest >= MOST) this.#dropOldest()
    const [asked, given] = [keptRequest(request), keptAnswer(answer)]
    const size = sizeOf(asked, given)
    this.#kept[id % MOST] = { id, atMs, entries, request: asked, answer: given, ms, size }
    this.#bytes += size
    while (this.#bytes > this.#mostBytes) this.#dropOldest()
    return id
  }

  clear(): void {
    while (this.#oldest <= this.#last) this.#dropOldest()
  }

  get(id: number): Logged | undefined {
    return id >= this.#oldest && id <= this.#last ? this.#kept[id % MOST] : undefined
  }

  *newestFirst(before = this.#last + 1): Generator<Logged> {
    for (let id = Math.min(before - 1, this.#last); id >= this.#oldest; id--) {
      const logged = this.get(id)
      if (logged) yield logged
    }
  }

  #dropOldest(): void {
    const place = this.#oldest % MOST
    this.#bytes -= this.#kept[place]?.size ?? 0
    this.#kept[place] = undefined
    this.#oldest += 1
  }
}

/** The body as text: a part of a buffer would keep the whole in memory, and small buffers are dear. */
function keptRequest({ method, target, headers, body }: WireRequest): LoggedRequest {
  return { method, target, headers, body: body === 'too large' ? undefined : textOf(body) }
}

function textOf(body: Uint8Array): string {
  if (body.length === 0) return ''
  return decoder.decode(body.length <= LONGEST ? body : body.subarray(0, LONGEST))
}

function keptAnswer({ status, headers, body, why, transportFault }: Answer): Answer {
  const short = body === undefined || body.length <= LONGEST ? body : copied(body.slice(0, LONGEST))
  return { status, headers, body: short, why, ...(transportFault && { transportFault }) }
}

const copied = (text: string): string => decoder.decode(encoder.encode(text))

const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]

function sizeOf(request: LoggedRequest, answer: Answer): number {
  let size = OVERHEAD + request.target.length + (request.body?.length ?? 0) + (answer.body?.length ?? 0)
  for (const name in request.headers) size += name.length + (request.headers[name]?.length ?? 0)
  return size
}
