import { expect, onTestFinished, test } from 'vitest'
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
