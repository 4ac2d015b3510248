import { expect, test } from 'vitest'
import { call } from '../../../../src/conformance/plan/looks.ts'
import type { CallGoal } from '../../../../src/conformance/script/goal.ts'
import { liveRows } from '../../../../src/conformance/shadow/rows.ts'
import { isObject } from '../../../../src/contract/json.ts'
import { as, found, type Mistake, type Plan } from '../../../support/mistaken-target.ts'

/** A target whose monitors are always down by the failures of most of their vantages. */
const byMajority: Mistake = {
  answered({ received }) {
    const { json, status } = received
    if (!isObject(json) || !Array.isArray(json.vantages) || !isObject(json.downCondition)) return received
    const quorum = Math.floor(json.vantages.length / 2) + 1
    return as(received, status, { ...json, downCondition: { ...json.downCondition, quorum } })
  },
}

/** A monitor at one vantage, which is then moved to all that are available. */
const moved =
  (condition?: { readonly confirmations: number; readonly quorum: number }): Plan =>
  (_, all) => {
    const goal = (id: string, body: NonNullable<CallGoal['body']>): CallGoal[] => {
      const operation = all.get(id)
      return operation ? [{ ...call(operation), body }] : []
    }
    const available = ({ shadow, org }: Parameters<NonNullable<CallGoal['body']>>[0]) =>
      liveRows(shadow.world, 'UptimeVantage', org).flatMap((row) => (row.available ? [row.id] : []))
    return [
      [
        ...goal('createMonitor', (drawing, { downCondition: _, ...plain }) => ({
          ...plain,
          ...(condition && { downCondition: condition }),
          vantages: available(drawing).slice(0, 1),
        })),
        ...goal('updateMonitor', (drawing) => ({ vantages: available(drawing) })),
      ],
    ]
  }

test.concurrent('a down condition that nobody gave may follow the vantages', async () => {
  expect(await found(byMajority, moved(), [])).toBeUndefined()
})

test.concurrent('one that was given stays as it is', async () => {
  expect(await found(byMajority, moved({ confirmations: 2, quorum: 1 }), [])).toMatchObject({
    operation: 'updateMonitor',
    path: 'downCondition.quorum',
  })
})
