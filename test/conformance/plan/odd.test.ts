import { expect, onTestFinished, test } from 'vitest'
import { ODD_IDS } from '../../../src/conformance/draw/odd-values.ts'
import { oddWalks } from '../../../src/conformance/plan/walks.ts'
import type { Client } from '../../../src/target/client.ts'
import { received } from '../../../src/target/received.ts'
import { openWalking } from '../../support/walking.ts'

/** A target that cannot cope with certain paths. */
const breakingAt =
  (part: string) =>
  (client: Client): Client => ({
    ...client,
    async send(request) {
      const exchange = await client.send(request)
      if (!exchange.answered || !request.path.includes(part)) return exchange
      return { ...exchange, received: received(500, { 'content-type': 'application/json' }, '{"error":"oh"}') }
    },
  })

async function foundIn(area: string, operation: string, part: string): Promise<string[]> {
  const walking = await openWalking({ between: breakingAt(part) })
  onTestFinished(() => walking.close())
  const walks = oddWalks(walking.of(area)).filter(([goal]) => goal?.kind === 'call' && goal.operation.id === operation)
  const codes: string[] = []
  for (const walk of walks) codes.push((await walking.walk(walk)).finding?.code ?? 'nothing')
  return codes.filter((code) => code !== 'nothing')
}

test('an identifier that looks like a number is no reason to fail', async () => {
  expect(await foundIn('email', 'redeliverDelivery', encodeURIComponent('²'))).toHaveLength(1)
  expect(await foundIn('email', 'redeliverDelivery', 'nowhere')).toEqual([])
})

test('a moment that no calendar holds is no reason to fail', async () => {
  expect(await foundIn('email', 'listMessages', '=99999999999999999')).not.toEqual([])
  expect(await foundIn('email', 'listMessages', 'nowhere')).toEqual([])
})

/** A target that takes list items of any type and shows them as they came. */
const asItCame = (client: Client): Client => ({
  ...client,
  async send(request) {
    const body = request.method === 'POST' ? JSON.parse(String(request.body ?? '{}')) : {}
    const vantages: unknown[] = body.vantages ?? []
    if (!vantages.includes(7)) return client.send(request)
    const fitting = { ...body, vantages: vantages.filter((vantage) => vantage !== 7) }
    const exchange = await client.send({ ...request, body: JSON.stringify(fitting) })
    if (!exchange.answered || exchange.received.status !== 201) return exchange
    const shown = JSON.stringify({ ...Object(exchange.received.json), vantages })
    return { ...exchange, received: received(201, { 'content-type': 'application/json' }, shown) }
  },
})

test('whatever a target makes of a value of the wrong type, it shows the right one', async () => {
  const codes = async (between: (client: Client) => Client) => {
    const walking = await openWalking({ between })
    onTestFinished(() => walking.close())
    const walks = oddWalks(walking.of('uptime')).filter(
      ([goal]) => goal?.kind === 'call' && goal.operation.id === 'createMonitor',
    )
    const found = []
    for (const walk of walks) found.push((await walking.walk(walk)).finding?.code)
    return found.filter((code) => code !== undefined)
  }
  expect(await codes((client) => client)).toEqual([])
  expect(await codes(asItCame)).toEqual(['shape'])
})

test('what is asked for in vain bears none of the names that odd creations use', async () => {
  const names: unknown[] = []
  const noting = (client: Client): Client => ({
    ...client,
    async send(request) {
      if (request.method === 'POST' && request.path.endsWith('/clusters'))
        names.push(JSON.parse(request.body ?? '{}').name)
      return client.send(request)
    },
  })
  const walking = await openWalking({ between: noting })
  onTestFinished(() => walking.close())
  const walks = oddWalks(walking.of('clusters'))
  for (const walk of walks.filter(([goal]) => goal?.kind === 'call' && goal.operation.id === 'createCluster'))
    await walking.walk(walk)
  expect(names).toContain('__proto__')
  expect(names.filter((name) => ODD_IDS.some((id) => id === name))).toEqual([])
})
