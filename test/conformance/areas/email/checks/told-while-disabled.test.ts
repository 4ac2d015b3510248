import { expect, test } from 'vitest'
import { toldWhileDisabled } from '../../../../../src/conformance/areas/email/checks/told-while-disabled.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

/** A list of the deliveries of an endpoint that has been told once. */
function list(deliveries: readonly object[], { disabled = true } = {}) {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const changes = [
    { kind: 'put', table: 'EmailWebhook', row: { id: 'wh_1', org: 'acme', seq: 1, disabled } },
    { kind: 'put', table: 'EmailDelivery', row: { id: '1', org: 'acme', seq: 2, endpointId: 'wh_1' } },
  ] as unknown as Change[]
  const given = { operation: 'listDeliveries', query: { endpointId: 'wh_1' }, body: { deliveries } }
  return answered({ ...given, shadow: { ...shadow, world: apply(shadow.world, changes) } })
}

const FIRST = { id: 1, endpointId: 'wh_1', state: 'delivered', attempts: 1 }
const tried = { id: 2, endpointId: 'wh_1', state: 'delivering', attempts: 1 }

/** The deliveries that are objected to in the last of these. */
function found(...answers: readonly ReturnType<typeof list>[]): unknown[] {
  let memory = toldWhileDisabled.start
  let last: readonly object[] = []
  for (const one of answers) ({ found: last, memory } = toldWhileDisabled.look(one, memory))
  return last.map((one) => Object(one).id)
}

test('nobody tries to deliver anything to a disabled endpoint', () => {
  expect(found(list([FIRST]), list([tried, FIRST]))).toEqual(['2'])
  expect(found(list([FIRST]), list([{ ...tried, attempts: 0, state: 'pending' }, FIRST]))).toEqual([])
})

test('what was told before may come into the list late', () => {
  expect(found(list([]), list([FIRST]))).toEqual([])
})

test('nothing is said of one that is enabled, or was meanwhile', () => {
  expect(found(list([FIRST], { disabled: false }), list([tried, FIRST], { disabled: false }))).toEqual([])
  const changed = answered({ operation: 'updateWebhook', parameters: { id: 'wh_1' }, body: {} })
  expect(found(list([FIRST]), changed, list([tried, FIRST]))).toEqual([])
})
