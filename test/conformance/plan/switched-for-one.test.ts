import { expect, onTestFinished, test } from 'vitest'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { switched } from '../../../src/conformance/plan/switched.ts'
import type { Driver } from '../../../src/target/driver.ts'
import { openWalking } from '../../support/walking.ts'

/** What fails for one thing alone does not fail here. */
const forAllOnly = (own: Driver): Driver => ({
  ...own,
  cause: async (event, body) => (Object(body).monitorId !== undefined ? {} : own.cause(event, body)),
})

async function found(drivenBy: (driver: Driver) => Driver) {
  const walking = await openWalking({ drivenBy })
  onTestFinished(() => walking.close())
  const operations = walking.of('uptime').filter(({ id }) => id === 'getMonitorMetrics')
  for (const walk of switched(operations, looksAmong(operations), ({ event }) => event === 'metricsAvailability')) {
    const { finding } = await walking.walk(walk)
    if (finding) return finding
  }
  return undefined
}

test('what can fail for one thing or for all is tried in both ways', async () => {
  expect(await found((driver) => driver)).toBeUndefined()
  expect(await found(forAllOnly)).toMatchObject({ operation: 'getMonitorMetrics', severity: 'failure' })
})
