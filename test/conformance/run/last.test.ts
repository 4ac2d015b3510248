import { expect, test } from 'vitest'
import { judgedMock } from '../../support/judged-mock.ts'

test('a pause that nobody can end comes last, and comes also where the run ends before everything is through', async () => {
  const { told, requests, failures } = await judgedMock({
    areas: ['email'],
    maxRequests: 1200,
    driver: (own) => ({ ...own, can: (event) => event !== 'sendingUnpaused' && own.can(event) }),
  })
  expect(failures).toEqual([])
  expect(requests).toBeGreaterThanOrEqual(1200)
  const bounces = told.flatMap((event, place) => (event === 'messageBounced' ? [place] : []))
  // What pauses is many in a row, and sending goes on until then.
  const inARow = bounces.find((place, index) => (bounces[index + 5] ?? Number.POSITIVE_INFINITY) - place <= 12)
  expect(inARow).toBeGreaterThan(told.length * 0.6)
})
