import { describe, expect, test } from 'vitest'
import { advance } from '../../../src/model/advance.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
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
