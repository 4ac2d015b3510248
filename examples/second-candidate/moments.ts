import type { Choice } from './choices.ts'

export const SECOND = 1000
export const HOUR = 3600 * SECOND
export const DAY = 24 * HOUR

/** A moment as the variant writes it; the contract calls these fields plain strings. */
export function shown(choice: Choice, ms: number): string {
  const date = new Date(ms)
  return choice.times === 'http-date' ? date.toUTCString() : `${date.toISOString().slice(0, 19)}+00:00`
}

/** Reads a moment in any form the variants write, or ISO 8601. */
export function readMoment(text: string): number | undefined {
  const ms = Date.parse(text)
  return Number.isFinite(ms) ? ms : undefined
}
