import { expect, test } from 'vitest'
import { worldFromJson } from '../../src/model/world-file.ts'
import { ALL_STATES, statesSeen } from '../model/seeds/states-seen.ts'
import { ask, startedMock } from './support.ts'
import { advance } from './webhook-support.ts'

test('with live mode too, every state is still there a day later', { timeout: 60_000 }, async () => {
  const mock = await startedMock({ seed: 'acme', live: { everySeconds: 40 } })
  const missing: string[] = []
  for (let hour = 1; hour <= 24; hour++) {
    await advance(mock, 'PT1H')
    if (hour % 4 > 0) continue
    const read = worldFromJson((await ask(mock, 'GET', '/_understudy/world')).body as never)
    if ('error' in read) throw new Error(read.error)
    const seen = statesSeen(read.world)
    missing.push(...ALL_STATES.filter((state) => !seen.has(state)).map((state) => `${state} after ${hour} h`))
  }
  expect(missing).toEqual([])
})
