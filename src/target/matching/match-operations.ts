import type { Operation } from '../../contract/operations.ts'
import { countParameters, likeness } from './likeness.ts'
import { type TheirOperation, wordsOf } from './their-operation.ts'

/** Pairs of their operations and ours. */
export interface Matched {
  readonly sure: ReadonlyMap<Operation, TheirOperation>
  /** Operations with several possible matches, or with one that is not certain. */
  readonly open: ReadonlyMap<Operation, readonly TheirOperation[]>
}

interface Pair {
  readonly ours: Operation
  readonly theirs: TheirOperation
  readonly score: number
}

/** Less in common proves nothing. */
const ENOUGH = 0.5
/** So much more in common than with any other. */
const MARGIN = 0.15

/**
 * Matches by what is said of the operations: parameters, fields of bodies and answers. Only what fits one and no other,
 * from both sides, is sure; among those that look the same, words may tell; a deletion may be told by where it stands.
 */
export function matchOperations(ours: readonly Operation[], theirs: readonly TheirOperation[]): Matched {
  const pairs = ours.flatMap((one) =>
    theirs.flatMap((other): Pair[] => {
      const score = likeness(one, other)
      return score === undefined ? [] : [{ ours: one, theirs: other, score }]
    }),
  )
  const sure = new Map<Operation, TheirOperation>()
  const left = () => {
    const taken = new Set(sure.values())
    return pairs.filter((pair) => !sure.has(pair.ours) && !taken.has(pair.theirs))
  }
  for (const pair of mutuallyBest(left())) sure.set(pair.ours, pair.theirs)
  for (const pair of toldByWords(left())) sure.set(pair.ours, pair.theirs)
  for (const pair of deletionsBeside(left(), sure)) sure.set(pair.ours, pair.theirs)
  const open = new Map(
    ours
      .filter((one) => !sure.has(one))
      .map((one) => [one, left().flatMap((pair) => (pair.ours === one ? [pair.theirs] : []))]),
  )
  return { sure, open }
}

/** Each the best for the other, by far. */
function mutuallyBest(pairs: readonly Pair[]): Pair[] {
  return pairs.filter(({ ours, theirs, score }) => {
    const rivals = pairs.filter((one) => (one.ours === ours) !== (one.theirs === theirs))
    return score >= ENOUGH && rivals.every((rival) => score - rival.score >= MARGIN)
  })
}

/** For operations that look the same, a word that is unique among our names may be unique among theirs. */
function toldByWords(pairs: readonly Pair[]): Pair[] {
  const rivals = (pair: Pair) =>
    pairs.filter((one) => (one.ours === pair.ours || one.theirs === pair.theirs) && one.score >= pair.score - MARGIN)
  return pairs.filter((pair) => {
    if (pair.score < ENOUGH || !hasWord(pair)) return false
    return rivals(pair).every((rival) => (rival.ours === pair.ours && rival.theirs === pair.theirs) || !hasWord(rival))
  })
}

/** The verb of our name, or its beginning. */
function hasWord({ ours, theirs }: Pair): boolean {
  const [verb = ''] = wordsOf(ours.id)
  return theirs.words.some((word) => word.length >= 3 && (verb.startsWith(word) || word.startsWith(verb)))
}

/** A deletion that stands where a thing of its kind is read or changed, or where such things are listed or made. */
function deletionsBeside(pairs: readonly Pair[], sure: ReadonlyMap<Operation, TheirOperation>): Pair[] {
  const beside = pairs.filter(({ ours, theirs }) => {
    if (ours.does !== 'delete' || theirs.method !== 'DELETE') return false
    const path = shape(theirs.path)
    const parent = path.replace(/\/\{\}$/, '')
    return [...sure].some(([one, other]) => {
      if (one.entity !== ours.entity) return false
      const place = shape(other.path)
      const same = countParameters(one.path) === countParameters(ours.path)
      return same ? place === path : place === parent && parent !== path
    })
  })
  return beside.filter(
    (pair) => !beside.some((one) => one !== pair && (one.ours === pair.ours || one.theirs === pair.theirs)),
  )
}

const shape = (path: string): string => path.replace(/\{[^}]*\}/g, '{}')
