import { expect, test } from 'vitest'
import type { Seed } from '../../../src/model/seeds/kit/seed.ts'
import { seedNamed } from '../../../src/model/seeds/seeds.ts'
import { understudy } from '../../../stateful-mock/doors/msw.ts'

test('the world has grown when the mock is there: no test waits for it', async () => {
  const small = seedNamed('small') as Seed
  let grown = 0
  const grow: Seed['grow'] = (world, choices) => {
    grown += 1
    return small.grow(world, choices)
  }
  const mock = understudy({ seed: { ...small, grow } })
  expect(grown).toBe(1)
  expect(mock.handlers).toHaveLength(1)
  await mock.close()
})
