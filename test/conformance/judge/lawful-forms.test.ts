import { expect, onTestFinished, test } from 'vitest'
import { sent } from '../../../src/conformance/areas/email/scripts/mail-goals.ts'
import type { CallGoal } from '../../../src/conformance/script/goal.ts'
import { remembered } from '../../../src/conformance/script/remembered.ts'
import { event, have } from '../../../src/conformance/script/script.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Received, Sent } from '../../../src/target/exchange.ts'
import { as } from '../../support/mistaken-target.ts'
import { openWalking } from '../../support/walking.ts'

/** A target whose answers are these instead. */
const answering =
  (answer: (sent: Sent, received: Received) => Received) =>
  (client: Client): Client => ({
    ...client,
    async send(request, held) {
      const exchange = await client.send(request, held)
      return exchange.answered ? { ...exchange, received: answer(request, exchange.received) } : exchange
    },
  })

/** The second creation of a kind is answered with what the first one made, or with something changed in it. */
function asBefore(path: RegExp, changed: object = {}) {
  let before: object | undefined
  return answering(({ method, path: asked }, received) => {
    if (method !== 'POST' || !path.test(asked) || received.status !== 201 || !isObject(received.json)) return received
    if (before) return as(received, 201, { ...before, ...changed })
    before = received.json
    return received
  })
}

async function walking(between: (client: Client) => Client, more: Parameters<typeof openWalking>[0] = {}) {
  const opened = await openWalking({ between, ...more })
  onTestFinished(() => opened.close())
  const of = (id: string, wanted: Partial<CallGoal> = {}): CallGoal => ({
    kind: 'call',
    operation: opened.contract.operation(id),
    ...wanted,
  })
  return { ...opened, of }
}

test('a creation may be answered with what is there and just as was asked for', async () => {
  const findings = []
  for (const changed of [{}, { label: 'Somebody else' }]) {
    const { walk, of } = await walking(asBefore(/\/overrides$/, changed))
    const { first, drawn } = remembered()
    const again = of('addOverride', {
      parameters: (drawing) => first(drawing)?.parameters,
      body: (drawing) => first(drawing)?.body,
    })
    findings.push((await walk([of('addOverride', { drawn }), again])).finding)
  }
  expect(findings).toMatchObject([undefined, { operation: 'addOverride', severity: 'failure' }])
})

test('one with a secret of its own makes another thing each time', async () => {
  const { walk, of } = await walking(asBefore(/\/alert-sources$/))
  const { first, drawn } = remembered()
  const again = of('createAlertSource', { body: (drawing) => first(drawing)?.body })
  const { finding } = await walk([of('createAlertSource', { drawn }), again])
  expect(finding).toMatchObject({ operation: 'createAlertSource', severity: 'failure' })
})

test('a time of day may be shown without its seconds, and without its minutes it is another', async () => {
  const shown = (time: string) =>
    answering(({ method }, received) => {
      const { json } = received
      return method === 'POST' && isObject(json) && isObject(json.handoff)
        ? as(received, received.status, { ...json, handoff: { ...json.handoff, time } })
        : received
    })
  const gaps = { 'oncall.handoff-time-format': 'either' }
  const findings = []
  for (const time of ['08:00', '08:30']) {
    const { walk, of } = await walking(shown(time), { gaps, judgedBy: (own) => ({ ...own, gaps }) })
    const body: CallGoal['body'] = (_, plain) => ({ ...plain, handoff: { interval: 'daily', time: '08:00:00' } })
    findings.push((await walk([of('createSchedule', { body })])).finding)
  }
  expect(findings).toMatchObject([undefined, { operation: 'createSchedule' }])
})

test('a refusal is put down to the choice that its status belongs to', async () => {
  const { walk, of } = await walking((client) => client, {
    gaps: { 'general.name-uniqueness': 'unique' },
    judgedBy: (own) => ({ ...own, gaps: {} }),
  })
  const { first, drawn } = remembered()
  const named: CallGoal['body'] = (drawing, plain) => ({ ...plain, name: Object(first(drawing)?.body).name })
  const { shadow } = await walk([
    of('createSchedule', { drawn }),
    of('createSchedule', { body: named, intent: 'exotic' }),
  ])
  expect(shadow.learned.get('general.name-uniqueness')).toBe('unique')
  expect(shadow.learned.has('oncall.handoff-time-format')).toBe(false)
})

test('that somebody may not is put down to no value of theirs', async () => {
  const denied = answering(({ method, path }, received) =>
    method === 'POST' && path.endsWith('/schedules') ? as(received, 403, { error: 'you may not' }) : received,
  )
  const { walk, of } = await walking(denied)
  const { shadow } = await walk([of('createSchedule', { intent: 'exotic' })])
  expect(shadow.learned.has('oncall.handoff-time-format')).toBe(false)
})

test('a delivery need not say which message it is about', async () => {
  const without = answering((_, received) => {
    const { json } = received
    if (!isObject(json) || !Array.isArray(json.deliveries)) return received
    const deliveries = json.deliveries.map(({ messageId: _id, ...rest }) => rest)
    return as(received, received.status, { ...json, deliveries })
  })
  const { walk, of } = await walking(without)
  const { finding } = await walk([
    have('VerifiedDomain'),
    of('createWebhook'),
    sent(),
    of('listDeliveries', { query: {} }),
  ])
  expect(finding?.severity).not.toBe('failure')
})

test('which of its event types is which need not show in their names', async () => {
  const names = { sent: 'a.one', delivered: 'a.two', bounced: 'a.three', complained: 'a.four', received: 'a.five' }
  const { walk, of } = await walking((client) => client, {
    gaps: { 'email.event-types': names },
    judgedBy: (own) => ({ ...own, gaps: {}, vocabulary: { ...own.vocabulary, eventTypes: Object.values(names) } }),
  })
  const { finding, trace } = await walk([
    have('ReceivingDomain'),
    of('createRoute', { body: (_, plain) => ({ ...plain, pattern: 'desk*' }) }),
    event('messageReceived', ({ shadow }) => {
      const [name] = [...shadow.world.tables.EmailDomain.rows.values()].map((row) => row.name)
      return { from: 'jo@customer.example', to: [`desk-1@${name}`], subject: 'plain' }
    }),
    of('listDeliveries', { query: {} }),
  ])
  expect(finding).toBeUndefined()
  expect(JSON.stringify(trace.at(-1))).toContain('a.five')
})
