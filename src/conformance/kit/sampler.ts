import fc from 'fast-check'

/** Draws values from fast-check arbitraries, the same ones for the same seed. */
export interface Sampler {
  draw<T>(arbitrary: fc.Arbitrary<T>): T
  /** One of the items, by weight. */
  weighted<T>(items: readonly { readonly weight: number; readonly value: T }[]): T | undefined
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T | undefined
}

const BATCH = 32
/** Each as often as any other: left alone, fast-check prefers numbers near the ends, so that the first or the last is picked. */
const NUMBERS = fc.noBias(fc.array(fc.integer({ min: 0, max: 0xfffffff }), { minLength: BATCH, maxLength: BATCH }))

export function makeSampler(seed: number): Sampler {
  let calls = 0
  const draw = <T>(arbitrary: fc.Arbitrary<T>): T => {
    const [value] = fc.sample(arbitrary, { seed: (seed ^ Math.imul(++calls, 0x9e3779b1)) | 0, numRuns: 1 })
    return value as T
  }
  // Numbers are wanted all the time, so they are drawn by the batch.
  let batch: readonly number[] = []
  let used = 0
  const unit = () => {
    if (used === batch.length) {
      batch = draw(NUMBERS)
      used = 0
    }
    return (batch[used++] ?? 0) / 0x10000000
  }
  return {
    draw,
    chance: (probability) => unit() < probability,
    pick: (items) => items[Math.floor(unit() * items.length)],
    weighted(items) {
      const total = items.reduce((sum, { weight }) => sum + weight, 0)
      let left = unit() * total
      for (const { weight, value } of items) {
        left -= weight
        if (left < 0) return value
      }
      return items.at(-1)?.value
    },
  }
}
