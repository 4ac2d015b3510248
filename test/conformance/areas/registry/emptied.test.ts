import { expect, onTestFinished, test } from 'vitest'
import { pushed } from '../../../../src/conformance/areas/registry/scripts/images.ts'
import { own } from '../../../../src/conformance/kit/own-rows.ts'
import type { CallGoal } from '../../../../src/conformance/script/goal.ts'
import type { Client } from '../../../../src/target/client.ts'
import { openWalking } from '../../../support/walking.ts'

/** A target whose emptied repositories go a little later: the second look at a registry counts so many less. */
function later(less: number): (client: Client) => Client {
  let looks = 0
  return (client) => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      const isDetail = sent.method === 'GET' && /\/registries\/[^/]+$/.test(sent.path)
      if (!isDetail || !exchange.answered || looks++ === 0) return exchange
      const json = exchange.received.json as { repositoryCount: number }
      const counted = { ...json, repositoryCount: json.repositoryCount - less }
      return { ...exchange, received: { ...exchange.received, json: counted, text: JSON.stringify(counted) } }
    },
  })
}

async function found(less: number) {
  const walking = await openWalking({ between: later(less) })
  onTestFinished(() => walking.close())
  const of = (id: string, more: Partial<CallGoal> = {}): CallGoal => ({
    kind: 'call',
    operation: walking.contract.operation(id),
    ...more,
  })
  const image: CallGoal['query'] = (drawing) => {
    const last = own(drawing, 'RegistryManifest').at(-1)
    return last && { repo: last.repository, digest: last.digest }
  }
  const { finding } = await walking.walk([
    ...[of('createRegistry'), pushed(['one']), of('deleteManifest', { query: image })],
    // Still there, so that it cannot have gone at once.
    ...[of('getRegistry'), of('getRegistry')],
  ])
  return finding
}

test('a repository without images may go a little later', async () => {
  expect(await found(1)).toBeUndefined()
})

test('no more than there are may go', async () => {
  expect(await found(2)).toMatchObject({ operation: 'getRegistry' })
})
