import type { World } from './world.ts'

/** Values that did not exist before: from the world's seed and serial, never from the surroundings. */
export interface Fresh {
  id(entity: string): string
  /** An id, or another value that the server makes up, where it is a whole number. */
  number(entity: string): number
  secret(prefix: string): string
  /** An instant as the API shows it. */
  time(atMs: number): string
}

/** A value nobody has seen yet, standing for what the target will show. Unique per use. */
const SYMBOL = /^⟦[^⟧]*⟧$/
export const isSymbol = (value: unknown): value is string => typeof value === 'string' && SYMBOL.test(value)

export function makeFresh(world: World, next: () => number): Fresh {
  if (world.values === 'symbolic')
    return {
      id: (entity) => `⟦${entity}#${next()}⟧`,
      // Stands in for the number, as every placeholder does for its value.
      number: (entity) => `⟦${entity}#${next()}⟧` as unknown as number,
      secret: (prefix) => `⟦secret ${prefix}#${next()}⟧`,
      time: () => `⟦time#${next()}⟧`,
    }
  return {
    id: (entity) => `${prefixOf(entity)}_${scrambled(world.seed, next(), 12)}`,
    number: () => next(),
    secret: (prefix) => `${prefix}_${scrambled(world.seed, next(), 32)}`,
    time: (atMs) => new Date(atMs).toISOString(),
  }
}

/** OncallIncident -> inc: the last word of the entity, shortened. */
function prefixOf(entity: string): string {
  const words = entity.match(/[A-Z][a-z]+/g) ?? [entity]
  return (words.at(-1) ?? entity).slice(0, 3).toLowerCase()
}

const LETTERS = '0123456789abcdefghijkmnpqrstuvwxyz'

/** A string that looks random and depends only on seed and number (splitmix64-like mixing on 32 bits). */
function scrambled(seed: string, number: number, length: number): string {
  let state = number >>> 0
  for (const letter of seed) state = mix(state ^ (letter.codePointAt(0) ?? 0))
  let text = ''
  for (let index = 0; index < length; index++) {
    state = mix(state + 0x9e3779b9 + index)
    text += LETTERS[(state >>> 8) % LETTERS.length]
  }
  return text
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
