import { expect, test } from 'vitest'
import { aboutElsewhere } from '../../../src/conformance/checks/about-elsewhere.ts'
import { apply, type Change } from '../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../support/answered.ts'

/**
 * What is found in a list of deliveries, of which one is known, when a message of some organization is named, which may have
 * been there at first.
 */
function found(deliveryId: number, messageId: string, org: string, firstSeq = 0) {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const changes = [
    { kind: 'put', table: 'EmailMessage', row: { id: messageId, org, seq: 1, domainId: 'd' } },
    { kind: 'put', table: 'EmailDelivery', row: { id: '7', org: 'acme', seq: 2 } },
  ] as unknown as Change[]
  const given = answered({
    operation: 'listDeliveries',
    body: { deliveries: [{ id: deliveryId, endpointId: 'w', messageId }] },
    shadow: { ...shadow, firstSeq, world: apply(shadow.world, changes) },
  })
  return aboutElsewhere.look(given, undefined).found.map(({ code, rules }) => [code, ...rules])
}

test('what nobody knows of is not about a thing of another organization', () => {
  expect(found(8, 'msg_8xk2', 'globex')).toEqual([['holds', 'GEN-04']])
})

test('about a thing of ours it may be, and what is known is judged by what is known of it', () => {
  expect(found(8, 'msg_8xk2', 'acme')).toEqual([])
  expect(found(7, 'msg_8xk2', 'globex')).toEqual([])
})

test('small numbers tell nothing', () => {
  expect(found(8, '12', 'globex')).toEqual([])
})

test('what was always there may have been referred to before', () => {
  expect(found(8, 'msg_8xk2', 'globex', 1)).toEqual([['holds', 'GEN-04']])
  expect(found(8, 'msg_8xk2', 'globex', 2)).toEqual([])
})
