import { expect, test } from 'vitest'
import { amongAll, amongOwn, itemAt, ownIn } from '../../../src/conformance/step/own-items.ts'
import { concrete, type Step } from '../../../src/conformance/step/step.ts'

const webhook = (id: string) => ({ webhook: { id }, signingSecret: 'secret' })
const delivery = (id: number, endpointId: string) => ({ id, endpointId, state: 'delivered' })

/** The answers of a first run; something of an earlier sequence is listed before what is its own. */
const FIRST = [webhook('web_7'), { deliveries: [delivery(3, 'web_1'), delivery(9, 'web_7'), delivery(8, 'web_7')] }]
/** Those of a second one, which also finds what the first has left behind. */
const SECOND = [
  webhook('web_8'),
  { deliveries: [delivery(9, 'web_7'), delivery(8, 'web_7'), delivery(12, 'web_8'), delivery(11, 'web_8')] },
]

test('an item of a list is found again among those of its own sequence', () => {
  const pointer = amongOwn(FIRST[1], '/deliveries/2/id', ownIn(FIRST.slice(0, 1), 'salt'))
  expect(pointer).toBe('/deliveries/own:1/id')
  expect(itemAt(SECOND[1], pointer, () => ownIn(SECOND.slice(0, 1), 'salt'))).toBe(11)
  expect(amongAll(pointer)).toBe('/deliveries/1/id')
})

test('what has the salt in its name is of the sequence, and so is what an event reports', () => {
  const list = {
    items: [
      { id: 'a', name: 'old' },
      { id: 'b', name: 'new-salt' },
      { id: 'c', messageId: 'm1' },
    ],
  }
  const own = ownIn([{ changed: [{ entity: 'EmailMessage', id: 'm1' }] }], 'salt')
  expect(amongOwn(list, '/items/1/id', own)).toBe('/items/own:0/id')
  expect(amongOwn(list, '/items/2/id', own)).toBe('/items/own:1/id')
  expect(amongOwn(list, '/items/0/id', own)).toBe('/items/0/id')
})

test('a step that refers to such an item is sent with the one of the new run', () => {
  const step: Step = {
    ...{ kind: 'request', operation: 'redeliverDelivery', actor: 'owner', query: {}, body: undefined, intent: 'plain' },
    parameters: { id: '⟪1#/deliveries/own:1/id⟫' },
  }
  expect(concrete(step, SECOND, 'salt')).toMatchObject({ parameters: { id: '11' } })
})

test('a count that an outside event refers to stays a number', () => {
  const body = { quota: 'daily-email', value: '⟪0#/acceptedToday⟫' }
  const step: Step = { kind: 'event', event: 'quotaChanges', actor: 'owner', body }
  expect(concrete(step, [{ acceptedToday: 41 }], 'salt')).toMatchObject({ body: { quota: 'daily-email', value: 41 } })
})
