import type { Gaps } from '../../src/contract/gaps.ts'
import type { Json } from '../../src/contract/json.ts'
import { validatorFor } from '../../src/contract/schema/schema-compiler.ts'
import { didYouMean } from '../../src/contract/text/did-you-mean.ts'
import type { Seed } from '../../src/model/seeds/kit/seed.ts'
import { savedSeed } from '../../src/model/seeds/saved.ts'
import { SEEDS_ON_OFFER, seedNamed } from '../../src/model/seeds/seeds.ts'
import { readText } from '../../src/target/opening/read-text.ts'
import { UsageError } from '../command-line/usage-error.ts'

/** The world to start from, and the gaps that come with it. */
export interface ChosenSeed {
  readonly seed: Seed
  readonly gaps: Readonly<Record<string, Json>>
}

/** The seed that --seed names: a saved world when it looks like a path, else a seed. */
export function seedFrom(text: string, { definitions }: Gaps): ChosenSeed {
  if (text.endsWith('.json') || text.includes('/')) return fromFile(text, definitions)
  const seed = seedNamed(text)
  if (seed) return { seed, gaps: {} }
  const names = SEEDS_ON_OFFER.map(({ name }) => name)
  throw new UsageError(
    `There is no seed ${text}${didYouMean(text, names)}; there are ${names.join(', ')}, and files that end in .json.`,
  )
}

function fromFile(file: string, definitions: Gaps['definitions']): ChosenSeed {
  const read = savedSeed(file, parsed(file, readText(file)))
  if ('error' in read) throw new UsageError(read.error)
  const { gaps, ...seed } = read
  for (const [id, { schema }] of definitions) {
    const value = gaps[id]
    const mistake = value === undefined ? undefined : validatorFor(schema)(value)[0]
    if (mistake) throw new UsageError(`${file} sets the gap ${id} to an invalid value: ${mistake.message}.`)
  }
  return { seed, gaps }
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}.`)
  }
}
