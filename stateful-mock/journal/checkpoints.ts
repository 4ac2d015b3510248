import type { WorldState } from './world-state.ts'

interface Checkpoint {
  readonly entry: number
  readonly state: WorldState
}

const MOST = 24

/**
 * States that replay can begin at: many of late, ever fewer the longer ago, and always the start. Worlds share what
 * they have in common, but each that is kept keeps what has changed since.
 */
export class Checkpoints {
  #kept: readonly [Checkpoint, ...Checkpoint[]]

  constructor(start: WorldState) {
    this.#kept = [{ entry: 0, state: start }]
  }

  get last(): number {
    return this.#kept.at(-1)?.entry ?? 0
  }

  get start(): WorldState {
    return this.#kept[0].state
  }

  add(entry: number, state: WorldState): void {
    const [start, ...others] = this.#kept
    const kept = [...others, { entry, state }]
    if (kept.length >= MOST) kept.splice(leastMissed(kept), 1)
    this.#kept = [start, ...kept]
  }

  /** The latest one that is not after an entry. */
  before(entry: number): Checkpoint {
    return this.#kept.findLast((one) => one.entry <= entry) ?? this.#kept[0]
  }

  forgetAfter(entry: number): void {
    const [start, ...others] = this.#kept
    this.#kept = [start, ...others.filter((one) => one.entry <= entry)]
  }

  fork(): Checkpoints {
    const fork = new Checkpoints(this.start)
    fork.#kept = this.#kept
    return fork
  }
}

/** Which one leaves the smallest hole for how long ago it is. The latest stays. */
function leastMissed(kept: readonly Checkpoint[]): number {
  const end = kept.at(-1)?.entry ?? 0
  const hole = (index: number): number => {
    const from = kept[index - 1]?.entry ?? 0
    const to = kept[index + 1]?.entry ?? end
    return (to - from) / (end - from + 1)
  }
  let least = 0
  for (let index = 1; index < kept.length - 1; index++) if (hole(index) < hole(least)) least = index
  return least
}
