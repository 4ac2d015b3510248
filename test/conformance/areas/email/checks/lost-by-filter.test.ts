import { expect, test } from 'vitest'
import { lostByFilter } from '../../../../../src/conformance/areas/email/checks/lost-by-filter.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const delivery = (id: number, messageId: string) => ({
  id,
  messageId,
  endpointId: 'ep',
  state: 'delivered',
  attempts: 1,
})
const ALL = [delivery(3, 'b'), delivery(2, 'a'), delivery(1, 'a')]

interface Given {
  readonly between?: string
  readonly at?: string
  readonly query?: Record<string, string>
}

/** What is found in a filtered list after one of all deliveries. */
function foundIn(deliveries: readonly object[], { between, at = '10:00:10', query = { messageId: 'a' } }: Given = {}) {
  const shadow = (time: string) => blankShadow(`2026-03-01T${time}Z`)
  const list = { operation: 'listDeliveries', status: 200 }
  const whole = answered({ ...list, body: { deliveries: ALL }, shadow: shadow('10:00:00') })
  let { memory } = lostByFilter.look(whole, lostByFilter.start)
  if (between) ({ memory } = lostByFilter.look(answered({ operation: between, status: 202 }), memory))
  return lostByFilter.look(answered({ ...list, body: { deliveries }, query, shadow: shadow(at) }), memory).found
}

test('what the whole list shows of a message is in the list of that message', () => {
  expect(foundIn(ALL.slice(1))).toEqual([])
  expect(foundIn(ALL.slice(1, 2))).toMatchObject([{ code: 'lacks', id: '1', rules: ['EML-15'] }])
})

test('nothing is said where something was done in between, or some time later', () => {
  expect(foundIn(ALL.slice(1, 2), { between: 'redeliverDelivery' })).toEqual([])
  expect(foundIn(ALL.slice(1, 2), { at: '11:00:00' })).toEqual([])
})

test('nor of deliveries that a filter does not fit, or of filters that are not listed', () => {
  expect(foundIn([], { query: { messageId: 'c' } })).toEqual([])
  expect(foundIn([], { query: { messageId: 'a', state: 'failed' } })).toEqual([])
})
