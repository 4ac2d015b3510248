import type { Compression } from '../platform/platform.ts'
import { PackedEntries } from './packed-entries.ts'

const NEWLINE = 10
const SHORTEST = 1_024
/** A longer one is given up when it is empty again: a body of megabytes is rare. */
const LONGEST = 262_144

/**
 * The latest entries, one after the other in one place until they are packed. As a text of its own each would be moved by
 * the collector before that, which costs more than to write it here.
 */
export class LatestEntries {
  #bytes = new Uint8Array(0)
  #length = 0
  #count = 0

  get count(): number {
    return this.#count
  }

  add(text: string): void {
    // A character takes three bytes at most.
    this.#makeRoomFor(text.length * 3 + 1)
    if (this.#count++ > 0) this.#bytes[this.#length++] = NEWLINE
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written
  }

  texts(): string[] {
    return this.#count === 0 ? [] : decoder.decode(this.#written()).split('\n')
  }

  /** All of them as one piece; after that there are none. */
  pack(compression: Compression): PackedEntries {
    const packed = new PackedEntries(compression.compress(this.#written()), compression)
    if (this.#bytes.length > LONGEST) this.#bytes = new Uint8Array(0)
    this.#length = this.#count = 0
    return packed
  }

  copy(): LatestEntries {
    const copy = new LatestEntries()
    copy.#bytes = this.#bytes.slice(0, this.#length)
    copy.#length = this.#length
    copy.#count = this.#count
    return copy
  }

  #written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #makeRoomFor(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const longer = new Uint8Array(Math.max(needed, this.#bytes.length * 2, SHORTEST))
    longer.set(this.#written())
    this.#bytes = longer
  }
}

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()]
