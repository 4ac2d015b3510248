import type { Reader } from '../world/reader.ts'

/** Under this names are grouped that are perhaps the same. */
export const spelledAlike = (name: string): string => name.toLowerCase()

/** True if two names are the same; whether case tells names apart is open. */
export function sameName(reader: Reader, one: string, other: string): boolean {
  if (one === other) return true
  return spelledAlike(one) === spelledAlike(other) && reader.gap('general.name-case') === 'same'
}

/** True if a thing may not have a name because another has it, where nothing is stated about it. */
export function isTakenName(reader: Reader, name: string, others: Iterable<{ readonly name: string }>): boolean {
  const alike = Iterator.from(others)
    .filter((other) => spelledAlike(other.name) === spelledAlike(name))
    .toArray()
  if (alike.length === 0 || reader.gap('general.name-uniqueness') === 'shared') return false
  return alike.some((other) => sameName(reader, other.name, name))
}
