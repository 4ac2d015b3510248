import { isSymbol } from '../../../../world/fresh.ts'
import type { Transaction } from '../../../../world/transaction.ts'

/** The digest of something whose pusher did not give one; of its content, where that is known. */
export function madeUpDigest(context: Transaction, entity: string, content?: string): string {
  const fresh = context.fresh.id(entity)
  return isSymbol(fresh) ? fresh : digestOf(content ?? fresh)
}

const WORDS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Looks like a sha256 digest and depends on the text alone; nobody checks it, so it is not a real one. */
function digestOf(text: string): string {
  return `sha256:${WORDS.map((word) => hashed(text, Math.imul(word, 0x9e3779b9)).toString(16).padStart(8, '0')).join('')}`
}

function hashed(text: string, start: number): number {
  let state = start
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  return (state ^ (state >>> 13)) >>> 0
}
