/** What a run has exercised. */
export interface Coverage {
  /** operation -> status -> how often. */
  readonly statuses: Map<string, Map<number, number>>
  /** Refusals that were given when they alone applied. */
  readonly refusals: Set<string>
  /** Gap -> values seen, with how often each. */
  readonly observations: Map<string, Map<string, number>>
  /** Why answers said nothing. */
  readonly inconclusive: Map<string, number>
}

export const newCoverage = (): Coverage => ({
  statuses: new Map(),
  refusals: new Set(),
  observations: new Map(),
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
  return [...(coverage.statuses.get(operation)?.values() ?? [])].reduce((sum, times) => sum + times, 0)
}
