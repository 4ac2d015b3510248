import { expect, test } from 'vitest'
import { ALERT_SOURCE_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/alert-sources.ts'
import type { Sent } from '../../../../../src/target/exchange.ts'
import { found, type Mistake, type Plan } from '../../../../support/mistaken-target.ts'

const plan: Plan = (_, all) => ALERT_SOURCE_SCRIPTS.flatMap((script) => script.walks(all) ?? [])

/** Every alert of a notification gets the status of the whole. */
function asTheGroup(sent: Sent): Sent {
  const { status, alerts, ...rest } = Object(JSON.parse(sent.body || '{}'))
  if (!Array.isArray(alerts)) return sent
  return { ...sent, body: JSON.stringify({ ...rest, status, alerts: alerts.map((alert) => ({ ...alert, status })) }) }
}

test.concurrent('of a group that fires, some alerts may have ended', async () => {
  expect(await found(undefined, plan, [])).toBeUndefined()
  expect(await found({ asked: asTheGroup }, plan, [])).toMatchObject({
    operation: 'listIncidents',
    severity: 'failure',
  })
})

/** An alert that names another service goes to a source of that one. */
function asLabelled(): Mistake {
  const sources = new Map<unknown, { readonly id: string; readonly token: string }>()
  return {
    asked(sent) {
      const [alert] = [Object(JSON.parse(sent.body || '{}')).alerts].flat()
      const source = sources.get(Object(Object(alert).labels).service)
      if (!source) return sent
      const headers = Object.fromEntries(
        Object.entries(sent.headers ?? {}).map(([name, value]) => [
          name,
          value.startsWith('Bearer ') ? `Bearer ${source.token}` : value,
        ]),
      )
      return { ...sent, headers, path: sent.path.replace(/[^/]+(?=\/webhook$)/, source.id) }
    },
    answered({ received }) {
      const { serviceId, token, id } = Object(received.json)
      if (typeof token === 'string') sources.set(serviceId, { id, token })
      return received
    },
  }
}

test.concurrent('an alert belongs to the service of its source, whatever its labels say', async () => {
  expect(await found(asLabelled(), plan, [])).toMatchObject({
    operation: 'listIncidents',
    severity: 'failure',
  })
})
