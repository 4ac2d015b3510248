import { expect, test } from 'vitest'
import { offered } from '../../../src/conformance/script/offered.ts'
import type { Client } from '../../../src/target/client.ts'
import { as } from '../../support/mistaken-target.ts'
import { openWalking } from '../../support/walking.ts'

/** What there is for a role stays, for each caller, as it was when they first looked. */
function asFirstSeen(client: Client): Client {
  const first = new Map<string, unknown>()
  return {
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (!exchange.answered || !sent.path.endsWith('/iam/catalog') || exchange.received.status !== 200) return exchange
      const { received } = exchange
      const caller = JSON.stringify(sent.headers)
      if (!first.has(caller)) first.set(caller, Object(received.json).resources)
      const body = { ...Object(received.json), resources: first.get(caller) }
      return { ...exchange, received: as(received, 200, body) }
    },
  }
}

/** What the walks that come first find. */
async function found(between: (client: Client) => Client) {
  const walking = await openWalking({ between })
  const early = offered('getIamCatalog').filter(({ opens }) => opens)
  const walks = early.flatMap((script) => script.walks(walking.contract.operations) ?? [])
  const findings = []
  for (const walk of walks) findings.push((await walking.walk(walk)).finding)
  await walking.close()
  return findings
}

test.concurrent('a catalog that stays as it was first seen is found', async () => {
  expect(await found((client) => client)).toEqual([undefined, undefined])
  expect(await found(asFirstSeen)).toContainEqual(
    expect.objectContaining({ operation: 'getIamCatalog', severity: 'failure', rules: ['iam.live-resources'] }),
  )
})
