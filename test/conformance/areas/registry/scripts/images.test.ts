import { expect, onTestFinished, test } from 'vitest'
import { IMAGE_SCRIPTS } from '../../../../../src/conformance/areas/registry/scripts/images.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import type { Client } from '../../../../../src/target/client.ts'
import { as } from '../../../../support/mistaken-target.ts'
import { openWalking } from '../../../../support/walking.ts'

const isPurged = (walk: Walk): boolean =>
  walk
    .map((goal) => (goal.kind === 'event' ? goal.event : goal.kind === 'call' ? goal.operation.id : ''))
    .join(' ')
    .startsWith('createRegistry imagePushed deleteTag listManifests advanceClock getRegistry')

async function purging(between: (client: Client) => Client) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const walk = IMAGE_SCRIPTS.flatMap(({ walks }) => walks(walking.contract.operations) ?? []).find(isPurged)
  return walking.walk(walk ?? [])
}

/** It goes on counting what was purged. */
const counting = (client: Client): Client => ({
  ...client,
  async send(sent) {
    const exchange = await client.send(sent)
    const { usedBytes } = exchange.answered ? Object(exchange.received.json) : {}
    if (!exchange.answered || usedBytes !== 0) return exchange
    return { ...exchange, received: as(exchange.received, 200, { ...Object(exchange.received.json), usedBytes: 1400 }) }
  },
})

test('the space of a purged image is reclaimed', async () => {
  const honest = await purging((client) => client)
  expect([honest.finding, honest.trace.at(-1)?.step]).toMatchObject([undefined, { operation: 'getRegistry' }])
  expect((await purging(counting)).finding).toMatchObject({ operation: 'getRegistry', severity: 'failure' })
})
