import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../../src/conformance/plan/looks.ts'
import { event, have } from '../../../../src/conformance/script/script.ts'
import type { Client } from '../../../../src/target/client.ts'
import { politeClient } from '../../../../src/target/polite-client.ts'
import { as } from '../../../support/mistaken-target.ts'
import { openWalking } from '../../../support/walking.ts'

const isChange = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'PATCH' && path.includes('/clusters/')

/** A target on which the first change of a cluster meets somebody else's: what is answered then is `first`. */
const spending =
  (first: 'too many requests' | 'nothing, but a try of ours before it') =>
  (client: Client): Client => {
    let changes = 0
    return {
      ...client,
      async send(request, held) {
        if (!isChange(request) || ++changes > 1) return client.send(request, held)
        const exchange = await client.send(request, held)
        if (!exchange.answered || first !== 'too many requests') return client.send(request, held)
        const received = as(exchange.received, 429, { error: 'too many requests' })
        return { ...exchange, received: { ...received, headers: { ...received.headers, 'retry-after': '0' } } }
      },
    }
  }

async function found(between: (client: Client) => Client) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const change = { ...call(walking.contract.operation('updateCluster')), body: () => ({ tier: 'large' }) }
  const concurrently = event('clusterChangesConcurrently', ({ shadow }) => {
    const [cluster] = [...shadow.world.tables.Cluster.rows.values()].slice(-1)
    return cluster && { cluster: cluster.name, lasts: 'one-request' }
  })
  return (await walking.walk([have('ReadyCluster'), concurrently, { ...change, intent: 'exotic' }])).finding
}

test.each([
  { by: 'the command', sending: (client: Client) => politeClient(client, {}) },
  { by: 'the run itself', sending: (client: Client) => client },
])('a change that was put off and sent again by $by may come when the other one is over', async ({ sending }) => {
  expect(await found((client) => sending(spending('too many requests')(client)))).toBeUndefined()
})

test('one that was taken at once met it', async () => {
  expect(await found(spending('nothing, but a try of ours before it'))).toMatchObject({
    code: 'accepted',
    rules: ['clusters.concurrent-change'],
  })
})
