import { expect, onTestFinished, test } from 'vitest'
import type { CallGoal } from '../../../../src/conformance/script/goal.ts'
import { event, times } from '../../../../src/conformance/script/script.ts'
import { openWalking } from '../../../support/walking.ts'

/** What is found where so many monitors are made of a mock with this quota, and the judge was told of another or of none. */
async function found(quota: number, made: number, { set, said }: { set?: number; said?: number } = {}) {
  const walking = await openWalking({
    gaps: { 'uptime.monitor-quota': quota },
    judgedBy: (own) => ({ ...own, gaps: said === undefined ? {} : { 'uptime.monitor-quota': said } }),
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
  expect((await found(200, 3, { set: 2 })).finding).toMatchObject({ operation: 'createMonitor', code: 'accepted' })
})

test('one that the profile says is kept as well', async () => {
  const { finding } = await found(200, 4, { said: 3 })
  expect(finding).toMatchObject({ operation: 'createMonitor', code: 'accepted', severity: 'failure' })
  expect((await found(3, 3, { said: 3 })).finding).toBeUndefined()
})
