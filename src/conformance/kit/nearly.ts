import { isSymbol } from '../../model/world/fresh.ts'

/**
 * Names that begin or end like a given one and are none: whoever compares only a part of a name takes them for it. Numbers
 * are left alone, since how they are read is open.
 */
export const NEARLY: readonly ((name: unknown) => string | undefined)[] = [
  (name) => (isWord(name) ? `x${name}` : undefined),
  (name) => (isWord(name) ? `${name}x` : undefined),
]

/** Parts of a name, where one of a catalog is to be chosen, and what it is a part of: a target that looks for a part finds them. */
export const PARTS: readonly ((name: unknown) => string | undefined)[] = [
  (name) => (isLong(name) ? name.slice(0, -1) : undefined),
  (name) => (isLong(name) ? name.slice(1) : undefined),
  // Of an address, all but its first part.
  (name) => (isLong(name) ? /^[^.]+\.(.+)$/.exec(name)?.[1] : undefined),
  (name) => (isLong(name) && name.includes('.') ? `mirror.${name}` : undefined),
]

const isLong = (name: unknown): name is string => isWord(name) && name.length > 2

const isWord = (name: unknown): name is string =>
  typeof name === 'string' && name !== '' && !isSymbol(name) && !/^\d+$/.test(name)
