import type { Gaps } from '../src/contract/gaps.ts'
import type { GapId, GapValues } from '../src/contract/generated/gaps.ts'
import type { Json } from '../src/contract/json.ts'

/** The open points of a running mock: the contract's values, and what was set on the way. */
export class LiveGaps {
  readonly contract: Gaps
  readonly #set = new Map<string, Json>()
  #version = 0

  constructor(contract: Gaps) {
    this.contract = contract
  }

  /** Another number whenever a value may have changed. */
  get version(): number {
    return this.#version
  }

  value<Id extends GapId>(id: Id): GapValues[Id] {
    return this.#set.size > 0 && this.#set.has(id) ? (this.#set.get(id) as GapValues[Id]) : this.contract.value(id)
  }

  source(id: GapId): 'default' | 'profile' | 'set' {
    if (this.#set.has(id)) return 'set'
    return this.contract.pinned(id) ? 'profile' : 'default'
  }

  set(id: GapId, value: Json): void {
    this.#version += 1
    this.#set.set(id, value)
  }

  unset(id: GapId): void {
    this.#version += 1
    this.#set.delete(id)
  }

  reset(): void {
    this.#version += 1
    this.#set.clear()
  }
}
