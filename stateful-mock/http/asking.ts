import type { GapId, GapValues } from '../../src/contract/generated/gaps.ts'
import type { LiveGaps } from '../live-gaps.ts'

/** Asks for open points by name and remembers which were asked for. */
export interface Asking {
  <Id extends GapId>(id: Id): GapValues[Id]
  readonly asked: ReadonlySet<GapId>
}

export function makeAsking(gaps: LiveGaps): Asking {
  const asked = new Set<GapId>()
  const ask = <Id extends GapId>(id: Id): GapValues[Id] => {
    asked.add(id)
    return gaps.value(id)
  }
  ask.asked = asked as ReadonlySet<GapId>
  return ask
}
