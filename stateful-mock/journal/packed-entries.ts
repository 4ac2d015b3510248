import type { Compression } from '../platform/platform.ts'

/** The memory it takes besides its bytes. */
const OVERHEAD = 300

/** Some entries that follow each other, compressed. */
export class PackedEntries {
  readonly packed: Uint8Array
  readonly #compression: Compression

  constructor(packed: Uint8Array, compression: Compression) {
    this.packed = packed
    this.#compression = compression
  }

  /** The memory it takes, in bytes. */
  get size(): number {
    return this.packed.length + OVERHEAD
  }

  texts(): string[] {
    return this.#compression.expand(this.packed).split('\n')
  }
}
