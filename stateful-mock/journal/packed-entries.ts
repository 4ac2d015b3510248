import type { Contract } from '../../src/contract/contract.ts'
import { nodeZlib } from '../on-demand.ts'
import { type Entry, entryFromText, entryToText } from './entry.ts'

/** A microsecond for each entry, and a tenth of their size or less. */
const PACKING = { level: 1, memLevel: 4, windowBits: 13 }

/** Some entries that follow each other, packed. */
export class PackedEntries {
  readonly #packed: Uint8Array

  constructor(texts: readonly string[]) {
    // A copy of its own size: what comes back may be a small part of a large buffer.
    this.#packed = new Uint8Array(nodeZlib().deflateRawSync(texts.join('\n'), PACKING))
  }

  static of(entries: readonly Entry[]): PackedEntries {
    return new PackedEntries(entries.map(entryToText))
  }

  entries(contract: Contract): readonly Entry[] {
    const texts = nodeZlib().inflateRawSync(this.#packed).toString().split('\n')
    return texts.map((text) => entryFromText(text, contract))
  }
}
