import type { Json } from '../contract/json.ts'

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
  /** What is known of an identifier that was not predicted. */
  standing(entity: string, id: string): 'ours' | 'gone' | 'elsewhere' | 'unknown'
}
