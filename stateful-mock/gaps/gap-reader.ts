import type { GapId, GapValues } from '../../src/contract/generated/gaps.ts'
import type { LiveGaps } from './live-gaps.ts'

/** Asks for open points by name and remembers which were asked for. */
export class GapReader {
  /** Each once, in the order in which they were first asked for. */
  readonly asked: GapId[] = []
  readonly #gaps: LiveGaps

  constructor(gaps: LiveGaps) {
    this.#gaps = gaps
  }

  gap<Id extends GapId>(id: Id): GapValues[Id] {
    if (!this.asked.includes(id)) this.asked.push(id)
    return this.#gaps.value(id)
  }
}
