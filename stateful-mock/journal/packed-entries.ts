import type { Contract } from '../../src/contract/contract.ts'
import type { Compression } from '../platform/platform.ts'
import { type Entry, entryFromText } from './entry.ts'

/** Some entries that follow each other, compressed. */
export class PackedEntries {
  readonly #compression: Compression
  readonly #packed: Uint8Array

  constructor(texts: readonly string[], compression: Compression) {
    this.#compression = compression
    this.#packed = compression.compress(texts.join('\n'))
  }

  entries(contract: Contract): readonly Entry[] {
    const texts = this.#compression.expand(this.#packed).split('\n')
    return texts.map((text) => entryFromText(text, contract))
  }
}
