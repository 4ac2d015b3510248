import { expect, test } from 'vitest'
import { sent } from '../../../../src/conformance/areas/email/scripts/mail-goals.ts'
import { full } from '../../../../src/conformance/plan/each-way.ts'
import { call } from '../../../../src/conformance/plan/looks.ts'
import { advance, have } from '../../../../src/conformance/script/script.ts'
import { openWalking } from '../../../support/walking.ts'

test('an endpoint that nobody could reach may have been disabled for it, however soon', async () => {
  const gaps = { 'email.auto-disable': 'first-failed-delivery' }
  const walking = await openWalking({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
  const { contract } = walking
  const list = call(contract.operation('listWebhooks'))
  const walk = [have('VerifiedDomain'), full(contract.operation('createWebhook')), sent(), advance('P4D'), list, list]
  const { finding, trace } = await walking.walk(walk)
  await walking.close()
  expect(finding).toBeUndefined()
  const { exchange } = trace.at(-1) ?? {}
  expect(exchange?.answered && exchange.received.json).toMatchObject({ webhooks: [{ disabled: true }] })
})

test('then nothing is delivered to it again, also where no list has shown it', async () => {
  const gaps = { 'email.auto-disable': 'first-failed-delivery', 'email.redeliver-disabled': 'refuse' }
  const walking = await openWalking({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
  const { contract } = walking
  const again = call(contract.operation('redeliverDelivery'))
  const walk = [
    ...[have('VerifiedDomain'), full(contract.operation('createWebhook')), sent(), advance('P4D')],
    ...[{ ...call(contract.operation('listDeliveries')), query: {} }, again],
  ]
  const { finding, trace } = await walking.walk(walk)
  await walking.close()
  expect(finding).toBeUndefined()
  const { exchange } = trace.at(-1) ?? {}
  expect(exchange?.answered && exchange.received.status).toBe(409)
})
