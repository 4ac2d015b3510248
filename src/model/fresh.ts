import type { Gaps } from '../contract/gaps.ts'
import { madeId, madeSecret } from './made-up.ts'
import { shownDateTime, shownTime } from './shown-time.ts'
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
export const isSymbol = (value: unknown): value is string => typeof value === 'string' && SYMBOL.test(value)

/**
 * The forms of ids, secrets and times have a say in nearly every answer, so nobody notes that they were
 * asked for: naming them everywhere would hide the others.
 */
export function makeFresh(world: World, next: () => number, choices: Pick<Gaps, 'value'>): Fresh {
  if (world.values === 'symbolic')
    return {
      id: (entity) => `⟦${entity}#${next()}⟧`,
      // Stands in for the number, as every placeholder does for its value.
      number: (entity) => `⟦${entity}#${next()}⟧` as unknown as number,
      secret: (prefix) => `⟦secret ${prefix}#${next()}⟧`,
      time: () => `⟦time#${next()}⟧`,
      dateTime: () => `⟦time#${next()}⟧`,
    }
  return {
    id: (entity) => madeId(choices.value('general.id-format'), entity, world, next()),
    number: () => next(),
    secret: (prefix) => madeSecret(prefix, choices.value('general.secret-length'), world.seed, next()),
    time: (atMs) => shownTime(atMs, choices.value('general.time-strings')),
    dateTime: (atMs) => shownDateTime(atMs, choices.value('general.date-time-precision')),
  }
}
