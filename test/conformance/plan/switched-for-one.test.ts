import { expect, onTestFinished, test } from 'vitest'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { switched, unaffected } from '../../../src/conformance/plan/switched.ts'
import type { Client } from '../../../src/target/client.ts'
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

test('a change that has nothing to do with a switch works while it is off', async () => {
  let isOff = false
  const drivenBy = (own: Driver): Driver => ({
    ...own,
    cause: async (event, body) => {
      if (event === 'metricsAvailability') isOff = Object(body).available === false
      return own.cause(event, body)
    },
  })
  const failing = (client: Client): Client => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (!isOff || sent.method !== 'PATCH' || !exchange.answered) return exchange
      const json = { error: 'no metrics' }
      return { ...exchange, received: { ...exchange.received, status: 503, json, text: JSON.stringify(json) } }
    },
  })
  const walked = async (between: (client: Client) => Client) => {
    const walking = await openWalking({ drivenBy, between })
    onTestFinished(() => walking.close())
    Object.assign(walking.session, { pause: async () => {} })
    const operations = walking.of('uptime').filter(({ id }) => ['updateMonitor', 'listMonitors'].includes(id))
    const findings = []
    for (const walk of unaffected(operations, ({ event }) => event === 'metricsAvailability'))
      findings.push((await walking.walk(walk)).finding)
    return findings.filter((finding) => finding !== undefined)
  }
  expect(await walked((client) => client)).toEqual([])
  expect(await walked(failing)).toMatchObject([{ operation: 'updateMonitor', severity: 'failure' }])
})
