import { textIn } from './parse-json.ts'
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

/** As flat as can be: every object that is kept for a while costs more to collect than to make. */
interface Kept extends LoggedRequest, Omit<Logged, 'id' | 'request'> {
  /** About how much memory it takes, in bytes. */
  readonly size: number
}

type Headers = WireRequest['headers']

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
    const before = this.#kept[this.#last % MOST]
    const id = ++this.#last
    if (id - this.#oldest >= MOST) this.#dropOldest()
    const { method } = request
    // Callers repeat themselves: what two have in common is kept once.
    const target = before?.target === request.target ? before.target : request.target
    const headers = before && sameHeaders(before.headers, request.headers) ? before.headers : request.headers
    const body = request.body === 'too large' ? undefined : textOf(request.body)
    const given = keptAnswer(answer)
    const size = sizeOf({ method, target, headers, body }, given)
    this.#kept[id % MOST] = { atMs, entries, method, target, headers, body, answer: given, ms, size }
    this.#bytes += size
    while (this.#bytes > this.#mostBytes) this.#dropOldest()
    return id
  }

  clear(): void {
    while (this.#oldest <= this.#last) this.#dropOldest()
  }

  get(id: number): Logged | undefined {
    const kept = id >= this.#oldest && id <= this.#last ? this.#kept[id % MOST] : undefined
    if (!kept) return undefined
    const { atMs, entries, method, target, headers, body, answer, ms } = kept
    return { id, atMs, entries, request: { method, target, headers, body }, answer, ms }
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

/** Names from a list: a `for … in` that looks up each in two objects is compiled, given up and compiled again, for ever. */
function sameHeaders(one: Headers, other: Headers): boolean {
  if (one === other) return true
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

/** A part of a buffer would keep the whole in memory, and small buffers are dear. */
function textOf(body: Uint8Array): string {
  if (body.length === 0) return ''
  return body.length > LONGEST ? decoder.decode(body.subarray(0, LONGEST)) : (textIn(body) ?? decoder.decode(body))
}

/** Without what it was made from, which would keep a world in memory. */
function keptAnswer(answer: Answer): Answer {
  const { status, headers, body, why, transportFault, looked, stream } = answer
  const isShort = body === undefined || body.length <= LONGEST
  if (isShort && !looked && !stream) return answer
  const short = isShort ? body : copied(body.slice(0, LONGEST))
  return { status, headers, body: short, why, ...(transportFault && { transportFault }) }
}

const copied = (text: string): string => decoder.decode(encoder.encode(text))

const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]

function sizeOf(request: LoggedRequest, answer: Answer): number {
  let size = OVERHEAD + request.target.length + (request.body?.length ?? 0) + (answer.body?.length ?? 0)
  for (const name in request.headers) size += name.length + (request.headers[name]?.length ?? 0)
  return size
}
