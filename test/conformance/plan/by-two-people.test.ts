import { expect, test } from 'vitest'
import { byTwoPeople } from '../../../src/conformance/plan/by-two-people.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import type { Client } from '../../../src/target/client.ts'
import { openWalking, told } from '../../support/walking.ts'

/** Signs whatever is published on an incident with the name of somebody else. */
const signedByOther = (client: Client): Client => ({
  ...client,
  async send(sent) {
    const exchange = await client.send(sent)
    if (!exchange.answered || !sent.path.endsWith('/updates') || exchange.received.status !== 201) return exchange
    const json = { ...Object(exchange.received.json), byLabel: 'Somebody Else' }
    return { ...exchange, received: { ...exchange.received, json, text: JSON.stringify(json) } }
  },
})

test('each of two people is named for their own part', async () => {
  for (const [between, codes] of [
    [(client: Client) => client, []],
    [signedByOther, ['value', 'value']],
  ] as const) {
    const walking = await openWalking({ between })
    const operations = walking.of('oncall')
    const sequences = []
    for (const walk of byTwoPeople(operations, looksAmong(operations))) sequences.push(await walking.walk(walk))
    await walking.close()
    expect(sequences.flatMap(({ finding }) => finding?.code ?? [])).toEqual(codes)
    expect(sequences.map(told).join()).toContain('acknowledgeIncident 200,publishUpdate 201')
  }
})
