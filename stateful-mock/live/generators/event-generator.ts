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
