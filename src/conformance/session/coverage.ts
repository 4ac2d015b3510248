import type { Contract } from '../../contract/contract.ts'
import { splitKey } from '../../model/table/table.ts'
import { machine } from '../checks/machine.ts'
import { memoryOf } from '../shadow/memories.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { ShownChoice } from './shown-choices.ts'

/** The parts of the contract that a run has exercised. */
export interface Coverage {
  /** operation -> status -> how often. */
  readonly statuses: Map<string, Map<number, number>>
  /** Refusals that were given when they alone applied. */
  readonly refusals: Set<string>
  /** Rules that had a say in an answer that fitted. */
  readonly rules: Set<string>
  /** Entity -> `from > to` -> number of observed transitions; `new` is the state before creation. */
  readonly transitions: Map<string, Map<string, number>>
  /** Gap -> values seen, with how often each. */
  readonly observations: Map<string, Map<string, number>>
  /** Gap -> place -> the choice that the answers there show. */
  readonly choices: Map<string, Map<string, ShownChoice>>
  /** Why answers said nothing. */
  readonly inconclusive: Map<string, number>
}

export const newCoverage = (): Coverage => ({
  statuses: new Map(),
  refusals: new Set(),
  rules: new Set(),
  transitions: new Map(),
  observations: new Map(),
  choices: new Map(),
  inconclusive: new Map(),
})

export function count<K>(map: Map<K, number>, key: K): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}

export function countIn<K, L>(map: Map<K, Map<L, number>>, key: K, inner: L): void {
  const row = map.get(key) ?? new Map<L, number>()
  count(row, inner)
  map.set(key, row)
}

export function timesCalled(coverage: Coverage, operation: string): number {
  let sum = 0
  for (const times of coverage.statuses.get(operation)?.values() ?? []) sum += times
  return sum
}

/** The ways things went between two looks at them. */
export function noteTransitions(contract: Contract, coverage: Coverage, before: Shadow, after: Shadow): void {
  const [{ states: then }, { states: now }] = [memoryOf(before, machine), memoryOf(after, machine)]
  if (then === now) return
  for (const [key, state] of now) {
    const from = then.get(key)
    const [entity = ''] = splitKey(key)
    if (from === state || !contract.machines.some((machine) => machine.entity === entity)) continue
    countIn(coverage.transitions, entity, `${from ?? 'new'} > ${state}`)
  }
}
