import type { Gaps } from '../../src/contract/gaps.ts'
import type { GapId, GapValues } from '../../src/contract/generated/gaps.ts'
import type { Json } from '../../src/contract/json.ts'

/** Values that were set on the way. */
export type SetGaps = ReadonlyMap<GapId, Json>

/** The open points of a running mock: the contract's values, and what was set on the way. */
export class LiveGaps {
  readonly contract: Gaps
  #set: SetGaps
  #version = 0

  constructor(contract: Gaps, set: SetGaps = new Map()) {
    this.contract = contract
    this.#set = set
  }

  /** Another number whenever a value may have changed. */
  get version(): number {
    return this.#version
  }

  /** The present settings; the value does not change when more is set later. */
  get changes(): SetGaps {
    return this.#set
  }

  value<Id extends GapId>(id: Id): GapValues[Id] {
    return this.#set.size > 0 && this.#set.has(id) ? (this.#set.get(id) as GapValues[Id]) : this.contract.value(id)
  }

  source(id: GapId): 'default' | 'profile' | 'set' {
    if (this.#set.has(id)) return 'set'
    return this.contract.pinned(id) ? 'profile' : 'default'
  }

  replace(set: SetGaps): void {
    this.#version += 1
    this.#set = set
  }
}

/** The same with one gap at another value, or back at the contract's own. */
export function withGap(set: SetGaps, id: GapId, value: Json | undefined): SetGaps {
  const next = new Map(set)
  if (value === undefined) next.delete(id)
  else next.set(id, value)
  return next
}
