import { isObject, type Json } from '../../contract/json.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import type { Difference, Fact } from '../finding/facts.ts'

/** A difference between answer and prediction, and whether the contract states it or an engineer would expect it. */
export type Mismatch = (Difference | Fact<'status'>) & { readonly provenance: 'stated' | 'implied' }

/** A thing that a list lacks, perhaps because it is cut off before it. */
export interface Beyond {
  readonly path: string
  readonly id: string
  /** Of the list. */
  readonly length: number
}

/** The lengths of lists that lacked a thing, by the field and the identifier. */
export type Lacked = ReadonlyMap<string, number>
export const lackedKey = ({ path, id }: Pick<Beyond, 'path' | 'id'>): string => `${path} ${id}`

/** The data that a comparison may use, and the place for its findings. */
export interface Comparison {
  readonly operation: string
  /** The areas' comparators, for fields that cannot be compared as their schema says. */
  readonly comparators: ComparatorTable
  /** The operation promises the recent items of a list, not all of them. */
  readonly recentOnly: boolean
  /** In every name this sequence gave. */
  readonly salt: string
  readonly mismatches: Mismatch[]
  /**
   * The places where the answer differs in something the contract leaves open: another choice may explain it, nobody
   * objects.
   */
  readonly open: string[]
  /** Placeholder -> the target's value. */
  readonly bindings: Map<string, Json>
  /** The answer says that there is more than it shows. */
  more?: boolean
  /** How long the lists of this operation have been so far, by their field: a shorter one is whole. */
  readonly longest?: ReadonlyMap<string, number> | undefined
  /** What such lists lacked before, where they may have been cut off. */
  readonly lacked?: Lacked | undefined
  /** What is not in a list that may be cut off. */
  beyond?: Beyond[]
  /** The prediction says so of itself: a target with longer pages shows more. */
  goesOn?: boolean
  /** The standing of an identifier that was not predicted. */
  standing(entity: string, id: string): 'ours' | 'gone' | 'elsewhere' | 'unknown'
}

/** One place of a body, with the predicted and the observed value. */
export interface Pair {
  readonly path: string
  readonly predicted: unknown
  readonly observed: unknown
}

/** A comparator that has nothing to add: the field is compared as its schema says. */
export const AS_DESCRIBED = 'as described'

/** Compares a field whose prediction says more than the contract does. `whole` is the predicted object it is in. */
export type Comparator = (comparison: Comparison, pair: Pair, whole: Item) => unknown

/** The comparators of all areas, to be looked up by operation and place in the body. */
export interface ComparatorTable {
  find(operation: string, place: string, name: string): Comparator | undefined
}

/** Records a difference that breaks a stated rule or (implied) what an engineer would expect. */
export function objection(
  comparison: Comparison,
  difference: Difference,
  provenance: Mismatch['provenance'] = 'stated',
) {
  comparison.mismatches.push({ ...difference, provenance })
}

export type Item = Readonly<Record<string, unknown>>
/** The objects in a list; none when it is not a list. */
export const itemsOf = (value: unknown): Item[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** For values of which the contract states only the type, which the schema check covers. */
export const free: Comparator = () => {}

/** A value caused from outside shows as it was caused; a value shown once stays until somebody changes it. */
export const asMade: Comparator = (comparison, { predicted, observed, path }) => {
  if (predicted === undefined || observed === undefined || predicted === observed) return
  if (isSymbol(predicted)) comparison.bindings.set(predicted, observed as Json)
  else objection(comparison, { code: 'value', path, expected: predicted, actual: observed }, 'implied')
}
