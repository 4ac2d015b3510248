import { describe, expect, test } from 'vitest'
import { advance } from '../../../src/model/advance.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
import { seedNamed } from '../../../src/model/seeds/seeds.ts'
import { apply } from '../../../src/model/world/world.ts'
import { contract } from '../support.ts'
import { ALL_STATES, statesSeen } from './states-seen.ts'
import { grown, NINE } from './support.ts'

const HOUR = 3_600_000

describe('acme: whoever looks as its owner sees every state of every machine', () => {
  let world = grown(acme)
  test.each([0, 0.05, 1, 5, 24, 30])('after %d hours', (hours) => {
    world = apply(world, advance(world, NINE + hours * HOUR, contract.gaps).changes)
    const seen = statesSeen(world)
    expect(ALL_STATES.filter((state) => !seen.has(state))).toEqual([])
  })
})

const SEEDS = [1, 2, 3, 4, 5, 6, 8, 12, 77, 'lists', 'coherence', 'x'].map((seed) => `random:${seed}:500`)

test.each([...SEEDS, 'random:5:1500'])('%s: every state, at the start, after three minutes and a day later', (name) => {
  const seed = seedNamed(name)
  if (!seed) throw new Error(`there is no seed ${name}`)
  let random = grown(seed)
  for (const hours of [0, 0.05, 24]) {
    random = apply(random, advance(random, NINE + hours * HOUR, contract.gaps).changes)
    const seen = statesSeen(random)
    expect([hours, ...ALL_STATES.filter((state) => !seen.has(state))]).toEqual([hours])
  }
})
