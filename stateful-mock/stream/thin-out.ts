import type { Kind, NumberedTold } from './stream-event.ts'

export interface Thinned {
  readonly told: readonly NumberedTold[]
  /** How many of each kind were left out. */
  readonly leftOut: Readonly<Partial<Record<Kind, number>>>
}

/** No more than so many of each kind, evenly chosen, the latest always among them; in their order. */
export function thinned(told: readonly NumberedTold[], mostOfAKind: number): Thinned {
  const byKind = Map.groupBy(told, ({ kind }) => kind)
  const leftOut: Partial<Record<Kind, number>> = {}
  const kept = [...byKind].flatMap(([kind, all]) => {
    if (all.length <= mostOfAKind) return all
    leftOut[kind] = all.length - mostOfAKind
    return Array.from(
      { length: mostOfAKind },
      (_, index) => all[Math.ceil(((index + 1) * all.length) / mostOfAKind) - 1],
    )
  })
  const some = kept.filter((one) => one !== undefined)
  return { told: some.toSorted((a, b) => a.id - b.id), leftOut }
}
