import { isObject, type Json } from '../../contract/json.ts'

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
  /** What areas say of fields that cannot be compared as their schema says. */
  readonly comparators: ComparatorTable
  /** The operation promises the recent items of a list, not all of them. */
  readonly recentOnly: boolean
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

/** The comparators of all areas, to be looked up by operation and place in the body. */
export interface ComparatorTable {
  find(operation: string, place: string, name: string): Comparator | undefined
}

/** Notes a difference that the contract's own words exclude. */
export const objection = (comparison: Comparison, path: string, expected: unknown, actual: unknown, reason: string) =>
  comparison.mismatches.push({ path, expected, actual, reason, provenance: 'stated' })

export type Item = Readonly<Record<string, unknown>>
/** The objects in a list; none when it is no list. */
export const itemsOf = (value: unknown): Item[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** For values of which the contract says nothing beyond their type, which the schema check sees to. */
export const free: Comparator = () => {}
