import { expect, onTestFinished, test } from 'vitest'
import { HISTORY_SCRIPTS } from '../../../../../src/conformance/areas/uptime/history-scripts.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import type { Client } from '../../../../../src/target/client.ts'
import { as } from '../../../../support/mistaken-target.ts'
import { openWalking } from '../../../../support/walking.ts'

const isMeant = (walk: Walk): boolean =>
  walk.map((goal) => (goal.kind === 'call' ? goal.operation.id : goal.kind === 'event' ? goal.event : '')).join() ===
  'createMonitor,probeResult,probeResult,listMonitorFailures'

/** Of what could not be asked everything is kept. */
const keepingAll = (client: Client): Client => ({
  ...client,
  async send(sent, held) {
    const exchange = await client.send(sent, held)
    const { failures } = exchange.answered ? Object(exchange.received.json) : {}
    if (!exchange.answered || !Array.isArray(failures)) return exchange
    const whole = failures.map((one) =>
      one.outcome === 'error' ? { ...one, responseSnippet: 'x'.repeat(90_000) } : one,
    )
    return { ...exchange, received: as(exchange.received, 200, { failures: whole }) }
  },
})

async function found(between: (client: Client) => Client) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const walks = HISTORY_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter(isMeant)
  const findings = []
  for (const walk of walks) findings.push((await walking.walk(walk)).finding)
  return findings
}

test('a snippet is truncated whatever the outcome was', async () => {
  expect(await found((client) => client)).toEqual([undefined])
  expect(await found(keepingAll)).toMatchObject([{ code: 'whole-response', outcome: 'error', severity: 'failure' }])
})
