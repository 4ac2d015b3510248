import { expect, test } from 'vitest'
import { call } from '../../../../src/conformance/plan/looks.ts'
import { advance } from '../../../../src/conformance/script/script.ts'
import { isObject } from '../../../../src/contract/json.ts'
import { as, found, type Mistake, type Plan } from '../../../support/mistaken-target.ts'

/** A target whose clusters show how they were made from a request of this method on. */
function asMadeFrom(method: string): Mistake {
  let isFrom = false
  return {
    answered({ sent, received }) {
      isFrom ||= sent.method === method
      const { json } = received
      if (!isFrom || sent.method !== 'GET' || !isObject(json) || !isObject(json.managedLoadBalancers)) return received
      const managedLoadBalancers = { ...json.managedLoadBalancers, enabled: false }
      return as(received, received.status, { ...json, managedLoadBalancers })
    },
  }
}

const changed =
  (...then: readonly ('deleteCluster' | 'getCluster')[]): Plan =>
  (_, all) => {
    const [create, update] = [all.get('createCluster'), all.get('updateCluster')]
    const on = { managedLoadBalancers: { enabled: true } }
    return create && update
      ? [
          [
            { ...call(create), body: (_drawing, { managedLoadBalancers: _, ...plain }) => plain },
            ...[advance('PT1H'), { ...call(update), body: () => on }],
            ...then.flatMap((id) => {
              const operation = all.get(id)
              return operation ? [call(operation)] : []
            }),
          ],
        ]
      : []
  }

test.concurrent('a teardown may end a change', async () => {
  expect(await found(asMadeFrom('DELETE'), changed('deleteCluster', 'getCluster'), [])).toBeUndefined()
})

test.concurrent('nothing else does', async () => {
  const reads = Array.from({ length: 14 }, () => 'getCluster' as const)
  expect(await found(asMadeFrom('PATCH'), changed(...reads), [])).toMatchObject({ operation: 'getCluster' })
})
