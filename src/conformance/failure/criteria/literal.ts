import type { Sequence } from '../../sequence/sequence.ts'
import { tokenFor } from './failed.ts'

/** Longer texts are not literals for a condition. */
const LONGEST = 400

/** A value as a literal, or as a reference to the answer that gave it; undefined for what cannot be written. */
export function literalOf(value: unknown, sequence: Sequence): string | undefined {
  if (value === undefined || (typeof value === 'object' && value !== null)) return undefined
  const text = String(value)
  if (text.length > LONGEST || text.includes('⟦')) return undefined
  const isFresh = text.includes(sequence.salt)
  const token = isFresh || /\d/.test(text) ? tokenFor(sequence, text) : undefined
  // A name of this run will be another one next time.
  if (token || isFresh) return token
  return typeof value === 'string' ? `'${text.replaceAll(/['\\]/g, '\\$&')}'` : text
}

/** The same inside a jsonpath, where a reference stands in braces. */
export function pathLiteralOf(value: unknown, sequence: Sequence): string | undefined {
  const literal = literalOf(value, sequence)
  return literal?.startsWith('⟪') ? `{${literal}}` : literal
}

/** A pattern that a text fits whatever the salt of the run is. */
export const patternOf = (text: string, { salt }: Sequence): string =>
  text
    .split(salt)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('\\w+')
