import { inject } from 'vitest'
import { FULL } from './judged-candidate.ts'

/** Every so many of them, beginning with one that the seed decides; all of them in the full run. */
export const sampled = <T>(all: readonly T[], every: number): T[] =>
  FULL ? [...all] : startingAt(all, every, inject('seed'))

/** However few there are, one is always among them. */
export const startingAt = <T>(all: readonly T[], every: number, seed: number): T[] => {
  const step = Math.min(every, all.length)
  return all.filter((_, index) => index % step === seed % step)
}
