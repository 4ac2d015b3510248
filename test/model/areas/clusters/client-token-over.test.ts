import { expect, test } from 'vitest'
import { clientTokenIsOver } from '../../../../src/model/areas/clusters/effects/clusters/kubeconfig.ts'

/** Whether a token goes when its first life is over, though it is known to last until later. */
function goesAt(nowMs: number, expiresAtMs: number): boolean {
  let isGone = false
  const context = {
    ...{ org: 'acme', nowMs, data: { cluster: 'prod', token: 't' } },
    get: () => ({ id: 't', cluster: 'prod', expiresAtMs }),
    cite: () => {},
    remove: () => {
      isGone = true
    },
  }
  clientTokenIsOver(context as never)
  return isGone
}

test('a token that was handed out again does not go with its first life', () => {
  expect([goesAt(60_000, 60_000), goesAt(60_000, 102_000)]).toEqual([true, false])
})
