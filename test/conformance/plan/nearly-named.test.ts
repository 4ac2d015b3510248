import { expect, onTestFinished, test } from 'vitest'
import { nearlyNamed } from '../../../src/conformance/plan/nearly-named.ts'
import type { Client } from '../../../src/target/client.ts'
import { openWalking, told } from '../../support/walking.ts'

async function walkedWith(between: (client: Client) => Client) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const sequences = []
  for (const walk of nearlyNamed([walking.contract.operation('getRegistry')], () => []))
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
