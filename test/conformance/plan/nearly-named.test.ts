import { expect, onTestFinished, test } from 'vitest'
import { nearlyNamed } from '../../../src/conformance/plan/nearly-named.ts'
import type { Client } from '../../../src/target/client.ts'
import { openWalking, told } from '../../support/walking.ts'

async function walkedWith(between: (client: Client) => Client, operation = 'getRegistry') {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const sequences = []
  for (const walk of nearlyNamed([walking.contract.operation(operation)], () => []))
    sequences.push(await walking.walk(walk))
  return sequences
}

test('a name with a letter before or behind it is the name of nothing', async () => {
  const sequences = await walkedWith((client) => client)
  expect(sequences.map(({ finding }) => finding)).toEqual([undefined, undefined])
  expect(sequences.map(told)).toEqual(Array(2).fill(['createRegistry 201', 'getRegistry 404']))
})

test('a target that looks at the end of a name only is seen', async () => {
  const sequences = await walkedWith((client) => ({
    ...client,
    send: (sent) => client.send({ ...sent, path: sent.path.replace(/\/x([\w-]+)$/, '/$1') }),
  }))
  expect(sequences.map(({ finding }) => finding?.code)).toEqual(['accepted', undefined])
})

/** It completes the last part of an upstream's address. */
const completing = (client: Client): Client => ({
  ...client,
  async send(sent) {
    const [, asked] = /upstream-credentials\/([^/?]+)$/.exec(sent.path) ?? []
    const catalog = await client.send({ ...sent, method: 'GET', path: '/api/v1/registry/upstreams', body: undefined })
    const { upstreams = [] } = catalog.answered ? Object(catalog.received.json) : {}
    const host = upstreams.find((one: { host: string }) => asked !== undefined && one.host.endsWith(asked))?.host
    return client.send(host === undefined ? sent : { ...sent, path: sent.path.replace(/[^/]+$/, host) })
  },
})

test('a part of a name in a catalog is not in the catalog', async () => {
  expect((await walkedWith(completing, 'setUpstreamCredential')).some(({ finding }) => finding !== undefined)).toBe(
    true,
  )
  const honest = await walkedWith((client) => client, 'setUpstreamCredential')
  expect(honest.flatMap(({ finding }) => finding ?? [])).toEqual([])
})
