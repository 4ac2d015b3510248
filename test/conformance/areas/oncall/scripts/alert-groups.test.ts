import { expect, test } from 'vitest'
import { ALERT_SOURCE_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/alert-sources.ts'
import type { Sent } from '../../../../../src/target/exchange.ts'
import { found, type Plan } from '../../../../support/mistaken-target.ts'

const plan: Plan = (_, all) => ALERT_SOURCE_SCRIPTS.flatMap((script) => script.walks(all) ?? [])

/** Every alert of a notification gets the status of the whole. */
function asTheGroup(sent: Sent): Sent {
  const { status, alerts, ...rest } = Object(JSON.parse(sent.body || '{}'))
  if (!Array.isArray(alerts)) return sent
  return { ...sent, body: JSON.stringify({ ...rest, status, alerts: alerts.map((alert) => ({ ...alert, status })) }) }
}

test('of a group that fires, some alerts may have ended', async () => {
  expect(await found(undefined, plan, [])).toBeUndefined()
  expect(await found({ asked: asTheGroup }, plan, [])).toMatchObject({
    operation: 'listIncidents',
    severity: 'failure',
  })
})
