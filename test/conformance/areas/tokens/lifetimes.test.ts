import { expect, test } from 'vitest'
import { judgeMock } from '../../../../bench/eyesight/judge-mock.ts'
import { worded } from '../../../../src/conformance/finding/words.ts'

test('a target that counts lifetimes in minutes and lists no token that has expired is not accused', async () => {
  const gaps = {
    'tokens.expires-in-unit': 'minutes',
    'tokens.expires-in-below-one': 'expires-at-once',
    'tokens.expired-listed': 'drop',
  }
  const { failures } = await judgeMock({ areas: ['tokens'], gaps, seed: 20, maxRequests: 150, bail: true })
  expect(failures.map(({ finding }) => worded(finding).message)).toEqual([])
})
