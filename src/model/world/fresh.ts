import type { Gaps } from '../../contract/gaps.ts'
import { madeId, madeSecret } from '../values/made-up.ts'
import { shownDateTime, shownTime } from '../values/shown-time.ts'
import type { World } from './world.ts'

/** Values that did not exist before: from the world's seed and serial, never from the surroundings. */
export interface Fresh {
  id(entity: string): string
  /** An id, or another value that the server makes up, where it is a whole number. */
  number(entity: string): number
  secret(prefix: string): string
  /** An instant as the API shows it where a time is a plain string. */
  time(atMs: number): string
  /** An instant in a field that is written as date-time. */
  dateTime(atMs: number): string
}

/** A value nobody has seen yet, standing for what the target will show. Unique per use. */
const SYMBOL = /^⟦[^⟧]*⟧$/
export const isSymbol = (value: unknown): value is string =>
  typeof value === 'string' && value.charCodeAt(0) === OPENING && SYMBOL.test(value)
/** Most texts are none, and that shows by the first character. */
const OPENING = '⟦'.charCodeAt(0)

const INSTANT = /^⟦(?:now|time) (-?\d+)#\d+⟧$/
/** The instant that the placeholder of a timestamp stands for, in the world's own time. */
export function instantOf(symbol: string): number | undefined {
  const [, atMs] = INSTANT.exec(symbol) ?? []
  return atMs === undefined ? undefined : Number(atMs)
}
/** True for the placeholder of a timestamp of the moment it was made in. */
export const isPresent = (symbol: string): boolean => symbol.startsWith('⟦now ')

/** `next` gives a number that was never given before. */
export function makeFresh(world: World, next: () => number, choices: Pick<Gaps, 'value'>): Fresh {
  return world.values === 'symbolic' ? new Placeholders(world, next) : new MadeUp(world, next, choices)
}

class Placeholders implements Fresh {
  readonly #world: World
  readonly #next: () => number

  constructor(world: World, next: () => number) {
    this.#world = world
    this.#next = next
  }

  id(entity: string): string {
    return `⟦${entity}#${this.#next()}⟧`
  }

  /** Stands in for the number, as every placeholder does for its value. */
  number(entity: string): number {
    return this.id(entity) as unknown as number
  }

  secret(prefix: string): string {
    return `⟦secret ${prefix}#${this.#next()}⟧`
  }

  /** A timestamp for an instant. The present moment reads the clock, so the outcome then depends on the time. */
  time(atMs: number): string {
    return `⟦${atMs === this.#world.nowMs ? 'now' : 'time'} ${atMs}#${this.#next()}⟧`
  }

  dateTime(atMs: number): string {
    return this.time(atMs)
  }
}

/**
 * The forms of ids, secrets and times have a say in nearly every answer, so nobody notes that they were
 * asked for: naming them everywhere would hide the others.
 */
class MadeUp implements Fresh {
  readonly #world: World
  readonly #next: () => number
  readonly #choices: Pick<Gaps, 'value'>

  constructor(world: World, next: () => number, choices: Pick<Gaps, 'value'>) {
    this.#world = world
    this.#next = next
    this.#choices = choices
  }

  id(entity: string): string {
    return madeId(this.#choices.value('general.id-format'), entity, this.#world, this.#next())
  }

  number(): number {
    return this.#next()
  }

  secret(prefix: string): string {
    return madeSecret(prefix, this.#choices.value('general.secret-length'), this.#world.seed, this.#next())
  }

  time(atMs: number): string {
    return shownTime(atMs, this.#choices.value('general.time-strings'))
  }

  dateTime(atMs: number): string {
    return shownDateTime(atMs, this.#choices.value('general.date-time-precision'))
  }
}
