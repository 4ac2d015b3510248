import { isSymbol } from '../../model/world/fresh.ts'

/**
 * Names that begin or end like a given one and are none: whoever compares only a part of a name takes them for it. Numbers
 * are left alone, since how they are read is open.
 */
export const NEARLY: readonly ((name: unknown) => string | undefined)[] = [
  (name) => (isWord(name) ? `x${name}` : undefined),
  (name) => (isWord(name) ? `${name}x` : undefined),
]

const isWord = (name: unknown): name is string =>
  typeof name === 'string' && name !== '' && !isSymbol(name) && !/^\d+$/.test(name)
