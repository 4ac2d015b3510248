import { expect, onTestFinished, test } from 'vitest'
import { INCIDENT_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/incidents.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import type { Profile } from '../../../../../src/contract/profile.ts'
import type { Client } from '../../../../../src/target/client.ts'
import { as } from '../../../../support/mistaken-target.ts'
import { openWalking } from '../../../../support/walking.ts'

/** Two alerts of which one is over. */
const isMeant = (walk: Walk): boolean =>
  walk
    .filter((goal) => goal.kind === 'event')
    .map(({ event }) => event)
    .join() === 'alertFires,alertFires,alertResolves'

/** The detail has the alerts that fire, and no others. */
const firingAlone = (client: Client): Client => ({
  ...client,
  async send(sent, held) {
    const exchange = await client.send(sent, held)
    const { alerts, ...rest } = exchange.answered ? Object(exchange.received.json) : {}
    if (!exchange.answered || !Array.isArray(alerts)) return exchange
    const firing = alerts.filter(({ status }) => status === 'firing')
    return { ...exchange, received: as(exchange.received, exchange.received.status, { ...rest, alerts: firing }) }
  },
})

async function found(between: (client: Client) => Client, gaps: Profile['gaps']) {
  const walking = await openWalking({ between, gaps })
  onTestFinished(() => walking.close())
  const walks = INCIDENT_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter(isMeant)
  const findings = []
  for (const walk of walks) findings.push((await walking.walk(walk)).finding)
  return findings
}

test.each(['flat', 'nested'])('an incident is shown with the alerts that are over, too: %s', async (shape) => {
  const gaps = { 'oncall.detail-shape': shape }
  expect(await found((client) => client, gaps)).toEqual([undefined])
  expect(await found(firingAlone, gaps)).toMatchObject([{ code: 'lacks', severity: 'failure', rules: ['ONC-08'] }])
})

/** The detail of an incident has all alerts that any has shown before. */
function ofTheService(client: Client): Client {
  const all: unknown[] = []
  return {
    ...client,
    async send(sent, held) {
      const exchange = await client.send(sent, held)
      const { alerts, ...rest } = exchange.answered ? Object(exchange.received.json) : {}
      if (!exchange.answered || !Array.isArray(alerts)) return exchange
      all.push(...alerts)
      return { ...exchange, received: as(exchange.received, exchange.received.status, { ...rest, alerts: all }) }
    },
  }
}

test('an incident is not shown with the alerts of another', async () => {
  const between = async (client: (own: Client) => Client) => {
    const walking = await openWalking({ between: client, gaps: { 'oncall.detail-shape': 'flat' } })
    onTestFinished(() => walking.close())
    const { operations } = walking.contract
    const [firing, resolved] = ['alertFires', 'resolveIncident']
    const [walk = []] = INCIDENT_SCRIPTS.flatMap((script) => script.walks(operations) ?? []).filter(
      ([one, then, next]) =>
        one?.kind === 'event' && one.event === firing && isCall(then, resolved) && next?.kind === 'event',
    )
    const [first, ...more] = walk
    const look = { kind: 'call', operation: operations.get('getIncident') } as Walk[number]
    return (await walking.walk([first as Walk[number], look, ...more])).finding
  }
  expect(await between((client) => client)).toBeUndefined()
  expect(await between(ofTheService)).toMatchObject({ code: 'holds', severity: 'failure', rules: ['ONC-08'] })
})

const isCall = (goal: Walk[number] | undefined, id: string): boolean =>
  goal?.kind === 'call' && goal.operation.id === id
