import { expect, onTestFinished, test } from 'vitest'
import { WEBHOOK_SCRIPTS } from '../../../../src/conformance/areas/email/scripts/webhooks.ts'
import { startReceiver } from '../../../../src/conformance/session/receiver.ts'
import type { Client } from '../../../../src/target/client.ts'
import type { Exchange } from '../../../../src/target/exchange.ts'
import { as } from '../../../support/mistaken-target.ts'
import { calls, walksOf } from '../../../support/seen-case.ts'
import { openWalking } from '../../../support/walking.ts'

/** Shows each endpoint at the address that it gives. */
const showing =
  (moved: (url: string) => string) =>
  (client: Client): Client => ({
    ...client,
    async send(sent, held) {
      const exchange = await client.send(sent, held)
      if (!exchange.answered || sent.method !== 'GET' || !sent.path.endsWith('/webhooks')) return exchange
      const { webhooks } = Object(exchange.received.json)
      const shown = webhooks.map((one: { readonly url: string }) => ({ ...one, url: moved(one.url) }))
      return { ...exchange, received: as(exchange.received, 200, { webhooks: shown }) } as Exchange
    },
  })

const mark = (url: string) => url.split('/').at(-1)

/** What the walk finds in which an endpoint of ours redirects. */
async function foundWhen(moved: (url: string) => string) {
  const receiver = await startReceiver()
  const walking = await openWalking({ receiver, between: showing(moved) })
  onTestFinished(async () => {
    await walking.close()
    await receiver.close()
  })
  const all = walking.contract.operations
  const walks = walksOf(WEBHOOK_SCRIPTS, calls('listWebhooks'))([...all.values()], all)
  const findings = []
  for (const walk of walks) {
    const { finding, trace } = await walking.walk(walk)
    findings.push({ finding, last: trace.at(-1)?.step })
  }
  return findings
}

test('an endpoint that redirects stays where it was said to be', async () => {
  const [given] = await foundWhen((url) => url)
  expect(given).toMatchObject({ finding: undefined, last: { operation: 'listWebhooks' } })
})

test('the rest of an address is none', async () => {
  const [rest] = await foundWhen((url) => `../moved/${mark(url)}`)
  expect(rest?.finding).toMatchObject({ operation: 'listWebhooks', severity: 'failure' })
})

test('the whole new one may be followed, but no other', async () => {
  const [followed] = await foundWhen((url) => new URL(`../moved/${mark(url)}`, url).href)
  expect(followed?.finding).toBeUndefined()
  const [other] = await foundWhen((url) => new URL(`../other/${mark(url)}`, url).href)
  expect(other?.finding).toMatchObject({ operation: 'listWebhooks', severity: 'failure' })
})

test('the receiver says where to when it redirects', async () => {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const post = (path: string, redirect: 'manual' | 'follow') =>
    fetch(`${receiver.url}/${path}`, { method: 'POST', body: 'x', redirect })
  const { status, headers } = await post('refusing-first-301/one', 'manual')
  expect([status, headers.get('location')]).toEqual([301, '../moved/one'])
  expect((await post('refusing-first-307/two', 'follow')).url).toBe(`${receiver.url}/moved/two`)
  expect(receiver.received('two').map(({ answered }) => answered)).toEqual([307, 200])
})
