/** A number from 0 up to 1 that looks thrown, and is the same for the same words. */
export function chance(...words: readonly (string | number)[]): number {
  let state = hashed(words.join(' '))
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32
}

/** FNV-1a. */
export function hashed(text: string): number {
  let state = 0x811c9dc5
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  return state >>> 0
}
