import { isObject } from '../../contract/json.ts'
import type { Shape } from './row-shape.ts'

/** A part of a value that is not as a shape says. */
export interface Misfit {
  readonly path: readonly string[]
  /** In words: what it should be. */
  readonly expected: string
}

type Leaf = Extract<Shape, string>
type Pair = Extract<Shape, readonly unknown[]>

const TYPES = { text: 'string', number: 'number', flag: 'boolean' } as const
const WORDS = { text: 'a string', number: 'a number', flag: 'true or false' } as const

/** The first part of a value that does not have its shape. */
export function misfit(value: unknown, shape: Shape, path: readonly string[] = []): Misfit | undefined {
  if (isLeaf(shape)) return misfitOfLeaf(value, shape, path)
  if (isPair(shape)) return misfitOfPair(value, shape, path)
  if (!isObject(value)) return { path, expected: 'an object' }
  return firstOf(Object.entries(shape), ([field, inner]) => misfit(value[field], inner, [...path, field]))
}

const isLeaf = (shape: Shape): shape is Leaf => typeof shape === 'string'
const isPair = (shape: Exclude<Shape, Leaf>): shape is Pair => Array.isArray(shape)

function misfitOfLeaf(value: unknown, shape: Leaf, path: readonly string[]): Misfit | undefined {
  if (shape === 'anything' || typeof value === TYPES[shape]) return undefined
  return { path, expected: WORDS[shape] }
}

function misfitOfPair(value: unknown, [kind, inner]: Pair, path: readonly string[]): Misfit | undefined {
  if (kind === 'optional') return value === undefined ? undefined : misfit(value, inner, path)
  if (kind === 'list' && !Array.isArray(value)) return { path, expected: 'a list' }
  if (kind === 'map' && !isObject(value)) return { path, expected: 'an object' }
  return firstOf(Object.entries(value as object), ([key, item]) => misfit(item, inner, [...path, key]))
}

function firstOf<T>(items: readonly T[], look: (item: T) => Misfit | undefined): Misfit | undefined {
  for (const item of items) {
    const found = look(item)
    if (found) return found
  }
  return undefined
}
