import { IncomingMessage } from './node-http.ts'

/** The part of an oversized body that is still read, so that its sender gets to read the answer. */
const PATIENCE = 16 * 1024 * 1024

type Body = Uint8Array | 'too large'

/**
 * A request whose body is taken in as it comes off the wire. It is a stream only by name: what a stream does for every
 * message to begin, to end and to close takes about as long as to decide what the answer is.
 */
export class WholeMessage extends IncomingMessage {
  /** Says that the rest of the body need not be thrown away once there is an answer. */
  readonly _consuming = true
  #then: ((body: Body) => void) | undefined
  #limit = 0
  #size = 0
  #chunks: Uint8Array[] | undefined

  /** A body comes with one of these headers (RFC 9112, 6). */
  get hasBody(): boolean {
    const { 'content-length': length, 'transfer-encoding': coding } = this.headers
    return (length !== undefined && length !== '0') || coding !== undefined
  }

  /** Takes in the bytes of a body, up to a limit, and hands them on. Nothing happens when the sender goes away. */
  readBody(limit: number, then: (body: Body) => void): void {
    this.#limit = limit
    this.#then = then
  }

  /** Gets every piece of the body, and then null. */
  override push(chunk: Uint8Array | null): boolean {
    if (!this.#then) return true
    if (!chunk) this.#hand(this.#size > this.#limit ? 'too large' : whole(this.#chunks ?? []))
    else this.#take(chunk)
    return true
  }

  #take(chunk: Uint8Array): void {
    this.#size += chunk.length
    if (this.#size > this.#limit + PATIENCE) this.#hand('too large')
    if (this.#size > this.#limit) return
    if (this.#chunks) this.#chunks.push(chunk)
    else this.#chunks = [chunk]
  }

  #hand(body: Body): void {
    const then = this.#then
    this.#then = undefined
    then?.(body)
  }
}

/** Node lets go of a message that has ended; this one has when all of it is there. */
Object.defineProperty(WholeMessage.prototype, 'readableEnded', {
  get(this: WholeMessage) {
    return this.complete
  },
})

const whole = (chunks: readonly Uint8Array[]): Uint8Array =>
  chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
