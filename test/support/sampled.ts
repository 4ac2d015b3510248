import { FULL } from './judged-candidate.ts'

/** Every so many of them, the first included; all of them in the full run. */
export const sampled = <T>(all: readonly T[], every: number): T[] =>
  all.filter((_, index) => FULL || index % every === 0)
