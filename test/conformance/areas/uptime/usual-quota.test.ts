import { expect, onTestFinished, test } from 'vitest'
import type { CallGoal } from '../../../../src/conformance/script/goal.ts'
import { event, times } from '../../../../src/conformance/script/script.ts'
import { openWalking } from '../../../support/walking.ts'

/** What is found where so many monitors are made of a mock with this quota, of which the judge was not told. */
async function found(quota: number, made: number, set?: number) {
  const walking = await openWalking({
    gaps: { 'uptime.monitor-quota': quota },
    judgedBy: (own) => ({ ...own, gaps: {} }),
    ...(set !== undefined && { drivenBy: (driver) => ({ ...driver, cause: async () => ({}) }) }),
  })
  onTestFinished(() => walking.close())
  const create: CallGoal = { kind: 'call', operation: walking.contract.operation('createMonitor') }
  const quotaSet = set === undefined ? [] : [event('quotaChanges', () => ({ quota: 'monitors', value: set }))]
  const { finding, trace } = await walking.walk([...quotaSet, ...times(made, () => create)])
  return {
    finding,
    made: trace.filter(({ exchange }) => exchange?.answered && exchange.received.status === 201).length,
  }
}

test('how many monitors there may be is not said: a quota larger than usual is no mistake', async () => {
  expect(await found(200, 60)).toEqual({ finding: undefined, made: 60 })
})

test('one that staff have set is kept', async () => {
  expect((await found(200, 3, 2)).finding).toMatchObject({ operation: 'createMonitor', code: 'accepted' })
})
