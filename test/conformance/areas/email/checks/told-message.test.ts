import { expect, test } from 'vitest'
import { toldMessage } from '../../../../../src/conformance/areas/email/checks/told-message.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

/** What is said of deliveries to an endpoint of ours. */
function said(...deliveries: readonly object[]) {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const row = { id: 'web_1', org: 'acme', seq: 1 }
  const world = apply(shadow.world, [{ kind: 'put', table: 'EmailWebhook', row }] as unknown as Change[])
  const body = {
    deliveries: deliveries.map((one, id) => ({ id, endpointId: 'web_1', eventType: 'message.sent', ...one })),
  }
  return toldMessage
    .look(answered({ operation: 'listDeliveries', body, shadow: { ...shadow, world } }), undefined)
    .found.map(({ code }) => code)
}

test('one that was tried again is of the same message as before', () => {
  expect(said({ messageId: 'mes_1' }, {})).toEqual(['value'])
  expect(said({ messageId: 'mes_1' }, { messageId: 'mes_1' })).toEqual([])
})

test('an event may be about no message', () => {
  expect(said({}, {})).toEqual([])
  expect(said({ messageId: 'mes_1' }, { eventType: 'domain.verified' })).toEqual([])
  expect(said({ messageId: 'mes_1' }, { endpointId: 'web_2' })).toEqual([])
})
