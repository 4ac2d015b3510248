import { expect, onTestFinished, test } from 'vitest'
import { bearer, forAnotherService } from '../../../src/conformance/script/by-token.ts'
import type { CallGoal } from '../../../src/conformance/script/goal.ts'
import type { Client } from '../../../src/target/client.ts'
import { as } from '../../support/mistaken-target.ts'
import { openWalking } from '../../support/walking.ts'

/** A target that answers a list of registries with this where it should refuse it. */
const instead =
  (registries: readonly unknown[]) =>
  (client: Client): Client => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      const isRefused = exchange.answered && exchange.received.status === 403 && sent.path.endsWith('/registries')
      return isRefused ? { ...exchange, received: as(exchange.received, 200, { registries }) } : exchange
    },
  })

async function found(registries: readonly unknown[]) {
  const walking = await openWalking({ between: instead(registries) })
  onTestFinished(() => walking.close())
  const of = (id: string): CallGoal => ({ kind: 'call', operation: walking.contract.operation(id) })
  const { finding, trace } = await walking.walk([
    ...[of('createRegistry'), { ...of('createToken'), body: forAnotherService('registry') }],
    { ...of('listRegistries'), bearer, intent: 'exotic' },
  ])
  expect(trace.at(-1)?.exchange).toMatchObject({ received: { status: 200 } })
  return finding
}

test('whoever may see none of it may be shown an empty list', async () => {
  expect(await found([])).toBeUndefined()
})

test('but nothing that is there', async () => {
  const registry = { slug: 'shop', displayName: 'Shop', region: 'eu', storageQuotaBytes: 1, createdAt: 'today' }
  expect(await found([registry])).toMatchObject({ operation: 'listRegistries', code: 'accepted' })
})
