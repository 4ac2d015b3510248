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

/**
 * A place of the log, used over and over: what is made for every request and kept for a thousand of them costs more to
 * collect than to make. Only texts are made anew; everything that requests repeat is kept once.
 */
class Place {
  /** About how much memory it takes, in bytes. */
  size = 0
  // No whole numbers, so that the engine changes them in place.
  atMs = Number.NaN
  ms = Number.NaN
  entries = 0
  method = ''
  target = ''
  headers: Headers = NO_HEADERS
  headersSize = 0
  body: string | undefined
  status = 0
  answerHeaders: Headers = NO_HEADERS
  answerBody: string | undefined
  operation: string | undefined
  rules: readonly string[] = NONE
  gaps: readonly string[] = NONE
  entry: number | undefined
  fault: string | undefined
  transportFault: Answer['transportFault']

  /** Forgets its texts. */
  clear(): void {
    this.size = 0
    this.body = this.answerBody = undefined
  }
}

type Headers = WireRequest['headers']

const NO_HEADERS: Headers = {}
const NONE: readonly string[] = []
const MOST = 1_000
/** Of a longer body only so much is kept. */
const LONGEST = 65_536
/** The memory that a request takes besides its texts. */
const OVERHEAD = 500

/** The latest requests, reads included; older ones drop out when there are too many, or when they are too large together. */
export class RequestLog {
  readonly #mostBytes: number
  /** By their number, over and over. */
  readonly #places: Place[] = []
  /** Where the latest request of each operation is. */
  readonly #latest = new Map<string | undefined, Place>()
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
    const { why } = answer
    const before = this.#latest.get(why.operation)
    let place = this.#places[id % MOST]
    if (!place) {
      place = new Place()
      this.#places[id % MOST] = place
    }
    const { method, target } = request
    place.atMs = atMs
    place.entries = entries
    place.ms = ms
    place.method = method
    // Callers repeat themselves: what two have in common is kept once.
    place.target = before?.target === target ? before.target : target
    const headers = before && sameHeaders(before.headers, request.headers) ? before.headers : request.headers
    place.headersSize = before?.headers === headers ? before.headersSize : sizeOf(headers)
    place.headers = headers
    place.body = request.body === 'too large' ? undefined : textOf(request.body)
    place.status = answer.status
    place.answerHeaders =
      before && sameHeaders(before.answerHeaders, answer.headers) ? before.answerHeaders : answer.headers
    place.answerBody = beginningOf(answer.body)
    place.operation = why.operation
    place.rules = before && sameNames(before.rules, why.rules) ? before.rules : why.rules
    place.gaps = before && sameNames(before.gaps, why.gaps) ? before.gaps : why.gaps
    place.entry = why.entry
    place.fault = why.fault
    place.transportFault = answer.transportFault
    place.size = OVERHEAD + target.length + place.headersSize + lengthOf(place.body) + lengthOf(place.answerBody)
    if (before !== place) this.#latest.set(why.operation, place)
    this.#bytes += place.size
    while (this.#bytes > this.#mostBytes) this.#dropOldest()
    return id
  }

  clear(): void {
    while (this.#oldest <= this.#last) this.#dropOldest()
  }

  get(id: number): Logged | undefined {
    const place = id >= this.#oldest && id <= this.#last ? this.#places[id % MOST] : undefined
    if (!place) return undefined
    const { atMs, entries, method, target, headers, body, ms } = place
    return { id, atMs, entries, request: { method, target, headers, body }, answer: answerIn(place), ms }
  }

  *newestFirst(before = this.#last + 1): Generator<Logged> {
    for (let id = Math.min(before - 1, this.#last); id >= this.#oldest; id--) {
      const logged = this.get(id)
      if (logged) yield logged
    }
  }

  #dropOldest(): void {
    const place = this.#places[this.#oldest % MOST]
    this.#bytes -= place?.size ?? 0
    place?.clear()
    this.#oldest += 1
  }
}

/** Without what it was made from, which would keep a world in memory. */
function answerIn(place: Place): Answer {
  const {
    status,
    answerHeaders: headers,
    answerBody: body,
    operation,
    rules,
    gaps,
    entry,
    fault,
    transportFault,
  } = place
  const why = {
    ...(operation !== undefined && { operation }),
    rules,
    gaps,
    ...(entry !== undefined && { entry }),
    ...(fault !== undefined && { fault }),
  }
  return { status, headers, body, why, ...(transportFault && { transportFault }) }
}

/** Names from a list: a `for … in` that looks up each in two objects is compiled, given up and compiled again, for ever. */
function sameHeaders(one: Headers, other: Headers): boolean {
  if (one === other) return true
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  one === other || (one.length === other.length && one.every((name, index) => name === other[index]))

/** A part of a buffer would keep the whole in memory, and small buffers are dear. */
function textOf(body: Uint8Array): string {
  if (body.length === 0) return ''
  return body.length > LONGEST ? decoder.decode(body.subarray(0, LONGEST)) : (textIn(body) ?? decoder.decode(body))
}

const beginningOf = (body: string | undefined): string | undefined =>
  body === undefined || body.length <= LONGEST ? body : copied(body.slice(0, LONGEST))

const copied = (text: string): string => decoder.decode(encoder.encode(text))

const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]

const lengthOf = (text: string | undefined): number => text?.length ?? 0

function sizeOf(headers: Headers): number {
  let size = 0
  for (const name in headers) size += name.length + lengthOf(headers[name])
  return size
}
