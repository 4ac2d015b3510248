import type { Json } from '../../contract/json.ts'

export interface Mismatch {
  readonly path: string
  readonly expected: unknown
  readonly actual: unknown
  readonly reason: string
  readonly provenance: 'stated' | 'implied'
}

/** What a comparison may ask, and where it writes down what it found. */
export interface Comparison {
  readonly operation: string
  /** In every name this sequence gave. */
  readonly salt: string
  readonly mismatches: Mismatch[]
  /** Placeholder -> what the target showed in its place. */
  readonly bindings: Map<string, Json>
  /** The answer says that there is more than it shows. */
  more?: boolean
  /** What is known of an identifier that was not predicted. */
  standing(entity: string, id: string): 'ours' | 'gone' | 'elsewhere' | 'unknown'
}

/** Compares a field whose prediction says more than the contract does. `whole` is the predicted object it is in. */
export type Comparator = (
  comparison: Comparison,
  predicted: unknown,
  observed: unknown,
  path: string,
  whole: Readonly<Record<string, unknown>>,
) => void

/** Notes a difference that the contract's own words exclude. */
export const objection = (comparison: Comparison, path: string, expected: unknown, actual: unknown, reason: string) =>
  comparison.mismatches.push({ path, expected, actual, reason, provenance: 'stated' })
