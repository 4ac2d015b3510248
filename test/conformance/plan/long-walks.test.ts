import { expect, onTestFinished, test } from 'vitest'
import { firstWalks, laterWalks } from '../../../src/conformance/plan/walks.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import { openWalking } from '../../support/walking.ts'

const happens = (walk: Walk, event: string): number =>
  walk.filter((goal) => goal.kind === 'event' && goal.event === event).length
const calls = (walk: Walk): number => walk.filter(({ kind }) => kind === 'call').length

test('what takes many outside events and few requests comes among the first, what takes a hundred requests after those', async () => {
  const walking = await openWalking()
  onTestFinished(() => walking.close())
  const place = (area: string, fits: (walk: Walk) => boolean) => {
    const walks = [firstWalks, laterWalks].flatMap((walksOf) => walksOf(walking.session, walking.of(area)))
    return walks.findIndex(fits) / walks.length
  }
  // As many bounces as pause sending, as many changes as a history holds, as many incidents as a list does.
  expect(place('email', (walk) => happens(walk, 'messageBounced') > 10)).toBeLessThan(0.65)
  expect(place('uptime', (walk) => happens(walk, 'probeResult') > 50)).toBeLessThan(0.6)
  const full = place('oncall', (walk) => calls(walk) > 100)
  expect(full).toBeGreaterThan(0.6)
  expect(full).toBeLessThan(0.75)
})
