import { expect, onTestFinished, test } from 'vitest'
import { plannedPhases } from '../../../src/conformance/run/planned-phases.ts'
import { openWalking } from '../../support/walking.ts'

/** The phases with anything in them, in order, for areas of a target whose quotas nobody can raise. */
async function phasesOf(...areas: string[]): Promise<string[]> {
  const walking = await openWalking({
    drivenBy: (own) => ({ ...own, can: (event) => event !== 'quotaChanges' && own.can(event) }),
  })
  onTestFinished(() => walking.close())
  const operations = areas.flatMap((area) => walking.of(area))
  const phases = plannedPhases(walking.session, operations, { seed: 1, runs: 0, maxSteps: 1 })
  return phases.filter(({ count }) => count > 0).map(({ phase }) => phase)
}

test('where nothing is scarce, races come before the walks with more in them, also where no quota can be raised', async () => {
  expect((await phasesOf('email')).slice(0, 4)).toEqual(['walk', 'invalid', 'parallel', 'walk'])
})

test('what is scarce is not spent in races before those', async () => {
  expect(await phasesOf('uptime')).toEqual(['walk', 'invalid', 'parallel', 'parallel', 'invalid'])
  expect((await phasesOf('uptime', 'email')).slice(0, 4)).toEqual(['walk', 'invalid', 'parallel', 'walk'])
})
