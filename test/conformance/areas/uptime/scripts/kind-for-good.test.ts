import { expect, test } from 'vitest'
import { UPTIME_SCRIPTS } from '../../../../../src/conformance/areas/uptime/scripts.ts'
import { as, found, type Mistake, type Plan } from '../../../../support/mistaken-target.ts'

const isCalled = (id: string) => (goal: { readonly kind: string; readonly operation?: { readonly id: string } }) =>
  goal.operation?.id === id
const plan: Plan = (_, all) =>
  UPTIME_SCRIPTS.flatMap((script) => script.walks(all) ?? []).filter(
    (walk) => walk.length === 3 && walk.some(isCalled('updateMonitor')),
  )

/** A change that brings the check of the other kind makes it a monitor of that kind. */
function switching(): Mistake {
  let made: object = {}
  return {
    answered({ sent, received }) {
      if (sent.method === 'POST' && received.status === 201) made = Object(received.json)
      const { tcp, kind } = Object(JSON.parse(sent.body || '{}'))
      if (sent.method !== 'PATCH' || tcp === undefined || kind !== undefined) return received
      return as(received, 200, { ...made, kind: 'tcp', tcp })
    },
  }
}

test.concurrent('a check of the other kind does not change the kind of a monitor', async () => {
  expect(await found(undefined, plan, [])).toBeUndefined()
  expect(await found(switching(), plan, [])).toMatchObject({ code: 'immutable', operation: 'updateMonitor' })
})
