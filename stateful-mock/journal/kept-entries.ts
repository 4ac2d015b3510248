import type { Contract } from '../../src/contract/contract.ts'
import type { Compression } from '../platform/platform.ts'
import { type Entry, entryFromText } from './entry.ts'
import { LatestEntries } from './latest-entries.ts'
import { PackedEntries } from './packed-entries.ts'

/** The number of entries that are packed together. */
const CHUNK = 256

/** Entries that follow each other, as one piece. */
export interface PackedPart {
  /** The numbers of the first and the last of them. */
  readonly first: number
  readonly last: number
  readonly packed: Uint8Array
}

export interface EntryForm {
  readonly contract: Contract
  readonly compression: Compression
}

/** The first of the entries that are packed together with the one that comes after an entry. */
export const packedFrom = (entry: number): number => entry - (entry % CHUNK) + 1

/** Entries by number, all but the latest packed. Those from the beginning on can be forgotten, and so can the latest. */
export class KeptEntries {
  readonly #form: EntryForm
  #chunks: readonly PackedEntries[] = []
  /** Number of chunks before those that are kept. */
  #forgotten = 0
  #bytes = 0
  #tail = new LatestEntries()

  constructor(form: EntryForm) {
    this.#form = form
  }

  /** The number of the latest one. */
  get last(): number {
    return this.#packedUpTo + this.#tail.count
  }

  /** The memory that the packed entries take. */
  get bytes(): number {
    return this.#bytes
  }

  /** Loads the entries of an earlier process, as texts or in pieces, packed from the one after the given entry. */
  load(after: number, parts: Iterable<string | PackedPart>): void {
    this.#forgotten = Math.floor(after / CHUNK)
    this.#tail = new LatestEntries()
    for (const part of parts) {
      if (typeof part !== 'string' && this.#tail.count === 0 && part.last - part.first === CHUNK - 1) {
        this.#addChunk(new PackedEntries(part.packed, this.#form.compression))
        continue
      }
      for (const text of this.#textsOf(part)) this.push(text)
    }
  }

  /** Adds one; answers the piece that it completes. */
  push(text: string): PackedPart | undefined {
    this.#tail.add(text)
    if (this.#tail.count < CHUNK) return undefined
    const first = this.#packedUpTo + 1
    const chunk = this.#tail.pack(this.#form.compression)
    this.#addChunk(chunk)
    return { first, last: this.last, packed: chunk.packed }
  }

  /** Both ends included. */
  *slice(from: number, to: number): Generator<Entry> {
    for (const text of this.texts(from, to)) yield entryFromText(text, this.#form.contract)
  }

  /** The same, as they are kept. */
  *texts(from: number, to: number): Generator<string> {
    for (let number = from; number <= Math.min(to, this.last); ) {
      const texts = this.#textsOfChunk(Math.floor((number - 1) / CHUNK))
      const end = Math.min(to, number - ((number - 1) % CHUNK) + CHUNK - 1)
      yield* texts.slice((number - 1) % CHUNK, ((end - 1) % CHUNK) + 1)
      number = end + 1
    }
  }

  /** Drops the entries up to this one. Entries that are packed together are dropped together. */
  forgetUpTo(entry: number): void {
    const whole = Math.floor(entry / CHUNK)
    this.#keep(this.#chunks.slice(whole - this.#forgotten))
    this.#forgotten = whole
  }

  forgetAfter(entry: number): void {
    const whole = Math.floor(entry / CHUNK)
    const tail = new LatestEntries()
    for (const text of this.#textsOfChunk(whole).slice(0, entry - whole * CHUNK)) tail.add(text)
    this.#tail = tail
    this.#keep(this.#chunks.slice(0, whole - this.#forgotten))
  }

  fork(): KeptEntries {
    const fork = new KeptEntries(this.#form)
    fork.#chunks = this.#chunks
    fork.#forgotten = this.#forgotten
    fork.#bytes = this.#bytes
    fork.#tail = this.#tail.copy()
    return fork
  }

  get #packedUpTo(): number {
    return (this.#forgotten + this.#chunks.length) * CHUNK
  }

  #addChunk(chunk: PackedEntries): void {
    this.#chunks = [...this.#chunks, chunk]
    this.#bytes += chunk.size
  }

  #keep(chunks: readonly PackedEntries[]): void {
    this.#chunks = chunks
    this.#bytes = chunks.reduce((sum, { size }) => sum + size, 0)
  }

  /** Chunks are counted from the first that ever was. */
  #textsOfChunk(chunk: number): readonly string[] {
    return this.#chunks[chunk - this.#forgotten]?.texts() ?? this.#tail.texts()
  }

  #textsOf(part: string | PackedPart): readonly string[] {
    if (typeof part === 'string') return [part]
    const { first, last, packed } = part
    return new PackedEntries(packed, this.#form.compression).texts().slice(0, last - first + 1)
  }
}
