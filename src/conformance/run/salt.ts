/**
 * Part of every name that a sequence makes: unique even if the target is never reset. Each part has its width, so that the
 * names of one sequence are never taken for those of another, nor for those that one makes when it goes on.
 */
export const saltOf = (seed: number, startedMs: number, sequence: number): string =>
  (seed >>> 0).toString(36) + threeDigits(startedMs % MOST) + threeDigits(sequence)

const MOST = 36 ** 3

const threeDigits = (number: number): string => number.toString(36).padStart(3, '0')
