import { expect, test } from 'vitest'
import type { RunningMock } from '../../stateful-mock/create-mock.ts'
import { ask, startedMock } from './support.ts'
import type { Body } from './tour.ts'

const HOURS = 365 * 24
/** A year in a dozen steps, some of them a matter of seconds and one of them most of it. */
const UNEVEN = ['PT1S', 'PT59S', 'PT4M', 'PT55M', 'PT22H', 'PT1H', 'P1D', 'P6D', 'P23D', 'P60D', 'P273D', 'P1D']

/** The world after these steps, and the processor time they took. */
async function travelled(mock: RunningMock, steps: readonly string[]): Promise<{ world: Body; ms: number }> {
  expect((await ask(mock, 'POST', '/_understudy/reset')).status).toBe(200)
  const begun = process.cpuUsage()
  for (const by of steps)
    expect((await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by } })).status).toBe(200)
  const { user, system } = process.cpuUsage(begun)
  const ms = (user + system) / 1000
  const { entry: _, ...world } = (await ask(mock, 'GET', '/_understudy/world')).body as Body
  return { world, ms }
}

test('a year passes over the populated world in seconds, the same in one step or in many', async () => {
  const mock = await startedMock({ seed: 'acme' })
  const one = await travelled(mock, ['P365D'])
  expect(one.ms).toBeLessThan(10_000)
  expect(new Date(one.world.clock.now).toISOString()).toBe('2027-03-05T09:00:00.000Z')
  const many = await travelled(mock, UNEVEN)
  expect(many.world).toEqual(one.world)
  const { incidents } = (await ask(mock, 'GET', '/api/v1/oncall/incidents', { as: 'owner' })).body as Body
  expect(incidents.length).toBeGreaterThan(0)
})

test.runIf(process.env.UNDERSTUDY_FULL)('and the same in 8,760 hours', async () => {
  const mock = await startedMock({ seed: 'acme' })
  const one = await travelled(mock, ['P365D'])
  const many = await travelled(mock, Array<string>(HOURS).fill('PT1H'))
  expect(many.world).toEqual(one.world)
})
