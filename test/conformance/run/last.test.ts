import { expect, test } from 'vitest'
import { judgedMock } from '../../support/judged-mock.ts'

test('a pause that nobody can end comes last, and comes also where the run ends before everything is through', async () => {
  const { told, requests, failures } = await judgedMock({
    areas: ['email'],
    maxRequests: 800,
    driver: (own) => ({ ...own, can: (event) => event !== 'sendingUnpaused' && own.can(event) }),
  })
  expect(failures).toEqual([])
  expect(requests).toBeGreaterThanOrEqual(800)
  const bounces = told.flatMap((event, place) => (event === 'messageBounced' ? [place] : []))
  // What pauses is all at once, and sending goes on until then.
  const late = bounces.filter((place) => place > told.length * 0.6)
  expect(late.length).toBeGreaterThan(10)
  expect(bounces.length - late.length).toBeLessThan(late.length)
})
