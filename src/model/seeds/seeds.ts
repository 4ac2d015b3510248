import type { Seed } from './seed.ts'
import { small } from './small.ts'

/** The worlds there are to start from, by name; the first is the usual one. */
export const SEEDS: readonly [Seed, ...Seed[]] = [small]

export const seedNamed = (name: string): Seed | undefined => SEEDS.find((seed) => seed.name === name)
