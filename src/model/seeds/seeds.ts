import { acme } from './acme/index.ts'
import { empty } from './empty.ts'
import type { Seed } from './kit/seed.ts'
import { RANDOM, randomSeed } from './random/index.ts'
import { small } from './small.ts'

/** The worlds there are to start from, by name; the first is the usual one. */
export const SEEDS: readonly [Seed, ...Seed[]] = [acme, empty, small]

/** The same, with the pattern of seed names that take parameters. */
export const SEEDS_ON_OFFER: readonly Pick<Seed, 'name' | 'about' | 'actors'>[] = [...SEEDS, RANDOM]

export const seedNamed = (name: string): Seed | undefined =>
  SEEDS.find((seed) => seed.name === name) ?? randomSeed(name)
