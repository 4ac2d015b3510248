import type { NumberedStreamEvent, StreamEventKind } from './stream-event.ts'

export interface ThinnedEvents {
  readonly events: readonly NumberedStreamEvent[]
  /** The number of each kind that was left out. */
  readonly leftOut: Readonly<Partial<Record<StreamEventKind, number>>>
}

/** Limits the events of each kind, evenly chosen and in order; the latest is always included. */
export function thinOut(events: readonly NumberedStreamEvent[], mostOfAKind: number): ThinnedEvents {
  const byKind = Map.groupBy(events, ({ kind }) => kind)
  const leftOut: Partial<Record<StreamEventKind, number>> = {}
  const kept = [...byKind].flatMap(([kind, all]) => {
    if (all.length <= mostOfAKind) return all
    leftOut[kind] = all.length - mostOfAKind
    return Array.from(
      { length: mostOfAKind },
      (_, index) => all[Math.ceil(((index + 1) * all.length) / mostOfAKind) - 1],
    )
  })
  const some = kept.filter((one) => one !== undefined)
  return { events: some.toSorted((a, b) => a.id - b.id), leftOut }
}
