import type { OutsideEvent } from '../../../src/model/decide.ts'
import type { EventName } from '../../../src/model/request/operation-types.ts'
import type { Dice } from '../../../src/model/seeds/kit/dice.ts'
import type { Reader } from '../../../src/model/world/reader.ts'

/** Any outside event. */
export type AnyEvent = { readonly [Name in EventName]: OutsideEvent<Name> }[EventName]

/** The world in which something is to happen. */
export interface GeneratorContext {
  /** The world, to look at. */
  readonly reader: Reader
  readonly org: string
  readonly dice: Dice
}

/** Something that can happen in an organization by itself; undefined when it cannot now, or there is enough of it. */
export type EventGenerator = (context: GeneratorContext) => AnyEvent | undefined

/** One of them, by the dice; undefined of none. */
export function oneOf<T>(dice: Dice, items: Iterable<T>): T | undefined {
  const [first, ...others] = items
  return first === undefined ? undefined : dice.pick([first, ...others])
}

/** Those that are in a state, and those that are not. */
export function parted<T>(items: readonly T[], isIn: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(isIn), items.filter((item) => !isIn(item))]
}

/**
 * Those of the things in a state that may leave it by themselves. The last one stays until another can take its place, so that
 * there is something to see in every state; where nothing could, it may go.
 */
export const mayLeave = <T>(there: readonly T[], others: readonly unknown[]): readonly T[] =>
  there.length > 1 || others.length === 0 ? there : []
