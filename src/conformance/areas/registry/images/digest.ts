import type { Drawing } from '../../../kit/drawing.ts'

/** A digest nobody has seen. */
export function digestOf(drawing: Drawing): string {
  const letters = [...`${drawing.salt}.${drawing.next()}`].map((letter) => letter.charCodeAt(0).toString(16)).join('')
  return `sha256:${letters.padEnd(64, '0').slice(0, 64)}`
}
