import { expect, test } from 'vitest'
import { DELIVERY_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/deliveries.ts'
import { isObject } from '../../../../../src/contract/json.ts'
import { as, found, type Mistake } from '../../../../support/mistaken-target.ts'
import { walksOf } from '../../../../support/seen-case.ts'

/** A target that shows deliveries without these. */
const without = (...fields: readonly string[]): Mistake => ({
  answered({ sent, received }) {
    const list: unknown = isObject(received.json) ? received.json.deliveries : undefined
    if (sent.method !== 'GET' || !Array.isArray(list)) return received
    const deliveries = list
      .filter(isObject)
      .map((one) => Object.fromEntries(Object.entries(one).filter(([field]) => !fields.includes(field))))
    return as(received, received.status, { deliveries })
  },
})

const refusedForLong = walksOf(DELIVERY_SCRIPTS, (walk) => {
  const events = walk.flatMap((goal) => (goal.kind === 'event' ? [goal.event] : []))
  return events.filter((event) => event === 'webhookEndpointAnswers').length > 1
})

test.concurrent('what came of an attempt that was refused is shown', async () => {
  expect(await found(without('lastStatus', 'lastError'), refusedForLong, [])).toMatchObject({
    rules: ['EML-15'],
    severity: 'failure',
  })
})

test.concurrent('by its status or by its error', async () => {
  expect(await found(undefined, refusedForLong, [])).toBeUndefined()
  expect(await found(without('lastError'), refusedForLong, [])).toBeUndefined()
})

/** The first of several deliveries has not come to its end. */
const firstUnderWay: Mistake = {
  answered({ sent, received }) {
    const list: unknown = isObject(received.json) ? received.json.deliveries : undefined
    if (sent.method !== 'GET' || !Array.isArray(list)) return received
    const deliveries = list.filter(isObject).map(({ lastStatus, deliveredAt, ...one }, place) => ({
      ...one,
      ...(place === list.length - 1 ? { state: 'delivering' } : { lastStatus, deliveredAt }),
    }))
    return as(received, received.status, { deliveries })
  },
}

const underWayTogether = walksOf(DELIVERY_SCRIPTS, (walk) => {
  const events = walk.flatMap((goal) => (goal.kind === 'event' ? [goal.event] : []))
  return events.join().startsWith('webhookEndpointAnswers,messageSent,messageSent,messageDelivered')
})

test.concurrent('one of several that an endpoint takes at the same time is not under way for ever', async () => {
  expect(await found(undefined, underWayTogether, [])).toBeUndefined()
  expect(await found(firstUnderWay, underWayTogether, [])).toMatchObject({
    ...{ path: 'deliveries[EmailDelivery].state', actual: 'delivering' },
    ...{ rules: ['EML-15'], severity: 'failure' },
  })
})
