import type { GapId, GapValues } from './generated/gaps.ts'
import type { Json } from './json.ts'
import type { GapDefinition } from './source.ts'

/** The open points with the values in force: a profile's where it gives one, else the default. */
export interface Gaps {
  value<Id extends GapId>(id: Id): GapValues[Id]
  /** The profile gives this one: a target is held to it. */
  pinned(id: GapId): boolean
  readonly definitions: ReadonlyMap<GapId, GapDefinition>
}

export function makeGaps(
  definitions: Readonly<Record<string, GapDefinition>>,
  pinned: Readonly<Record<string, Json>> = {},
): Gaps {
  const all = new Map(Object.entries(definitions) as [GapId, GapDefinition][])
  const values = new Map<string, Json>([...all].map(([id, gap]) => [id, pinned[id] ?? gap.default]))
  return {
    value: <Id extends GapId>(id: Id) => values.get(id) as GapValues[Id],
    pinned: (id) => id in pinned,
    definitions: all,
  }
}
