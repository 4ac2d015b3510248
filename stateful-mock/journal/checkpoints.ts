import type { WorldState } from './world-state.ts'

export interface Checkpoint {
  readonly entry: number
  readonly state: WorldState
}

const MOST = 24

/**
 * States that replay can begin at: many of late, ever fewer the longer ago, and always the first. Worlds share what
 * they have in common, but each that is kept keeps what has changed since.
 */
export class Checkpoints {
  #kept: readonly [Checkpoint, ...Checkpoint[]]

  constructor(first: Checkpoint) {
    this.#kept = [first]
  }

  get last(): number {
    return this.#kept.at(-1)?.entry ?? 0
  }

  get first(): Checkpoint {
    return this.#kept[0]
  }

  add(entry: number, state: WorldState): void {
    const [first, ...others] = this.#kept
    const kept = [...others, { entry, state }]
    if (kept.length >= MOST) kept.splice(leastMissed(first.entry, kept), 1)
    this.#kept = [first, ...kept]
  }

  /** The latest one that is not after an entry. */
  before(entry: number): Checkpoint {
    return this.#kept.findLast((one) => one.entry <= entry) ?? this.#kept[0]
  }

  /** The second one becomes the first. Whether there is a second one. */
  forgetFirst(): boolean {
    const [, second, ...others] = this.#kept
    if (second) this.#kept = [second, ...others]
    return second !== undefined
  }

  forgetAfter(entry: number): void {
    const [first, ...others] = this.#kept
    this.#kept = [first, ...others.filter((one) => one.entry <= entry)]
  }

  fork(): Checkpoints {
    const fork = new Checkpoints(this.first)
    fork.#kept = this.#kept
    return fork
  }
}

/** The checkpoint whose removal leaves the smallest gap relative to its age. The latest stays. */
function leastMissed(first: number, kept: readonly Checkpoint[]): number {
  const end = kept.at(-1)?.entry ?? first
  const hole = (index: number): number => {
    const from = kept[index - 1]?.entry ?? first
    const to = kept[index + 1]?.entry ?? end
    return (to - from) / (end - from + 1)
  }
  let least = 0
  for (let index = 1; index < kept.length - 1; index++) if (hole(index) < hole(least)) least = index
  return least
}
