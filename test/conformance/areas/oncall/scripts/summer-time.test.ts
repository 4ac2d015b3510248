import { expect, onTestFinished, test } from 'vitest'
import { SUMMER_TIME_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/summer-time.ts'
import type { Client } from '../../../../../src/target/client.ts'
import type { Exchange } from '../../../../../src/target/exchange.ts'
import { openWalking } from '../../../../support/walking.ts'

/** Relieves people an hour late: every second look at the schedules shows what the one before it showed. */
function late(client: Client): Client {
  let before: Exchange | undefined
  return {
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (sent.method !== 'GET' || !sent.path.endsWith('/schedules')) return exchange
      const shown = before ?? exchange
      before = before ? undefined : exchange
      return shown
    },
  }
}

async function found(between: (client: Client) => Client) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const findings = []
  for (const { walks } of SUMMER_TIME_SCRIPTS)
    for (const walk of walks(walking.contract.operations) ?? []) findings.push((await walking.walk(walk)).finding?.code)
  return findings
}

test('a handoff is at its local time, now and when clocks go differently', async () => {
  expect(await found((client) => client)).toEqual([undefined, undefined])
  expect(await found(late)).toEqual(['still-on-call', 'still-on-call'])
})
