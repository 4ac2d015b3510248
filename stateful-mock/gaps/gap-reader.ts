import type { GapId, GapValues } from '../../src/contract/generated/gaps.ts'
import type { LiveGaps } from './live-gaps.ts'

/** Reads gaps by name and remembers which were consulted, for the answer to name them. */
export class GapReader {
  /** Each once, in the order in which they were first read. */
  readonly consulted: GapId[] = []
  readonly #gaps: LiveGaps

  constructor(gaps: LiveGaps) {
    this.#gaps = gaps
  }

  read<Id extends GapId>(id: Id): GapValues[Id] {
    if (!this.consulted.includes(id)) this.consulted.push(id)
    return this.#gaps.value(id)
  }
}
