import { expect, test } from 'vitest'
import { SCHEDULE_SCRIPTS } from '../../../../src/conformance/areas/oncall/scripts/schedules.ts'
import { found, type Mistake } from '../../../support/mistaken-target.ts'
import { walksOf } from '../../../support/seen-case.ts'

/** Refuses schedules in which this stands, as the mock does one without a handoff. */
const refusing = (words: RegExp): Mistake => ({
  asked: (sent) =>
    sent.method === 'POST' && sent.path.endsWith('/schedules') && words.test(String(sent.body))
      ? { ...sent, body: '{"name":"x"}' }
      : sent,
})

const plan = walksOf(
  SCHEDULE_SCRIPTS,
  (walk) => walk.filter((goal) => goal.kind === 'call' && goal.operation.id === 'createSchedule').length === 4,
)

test('a target that takes no schedule whatever is seen', async () => {
  const seen = { operation: 'createSchedule', code: 'refused', rules: ['ONC-09'] }
  expect(await found(refusing(/handoff/), plan, [])).toMatchObject(seen)
})

test.each([
  ['hours and minutes', /"time":"08:00"/],
  ['seconds', /"time":"08:00:00"/],
  ['UTC', /UTC/],
])('one that does not take %s is right', async (_, words) => {
  expect(await found(refusing(words), plan, [], { 'oncall.handoff-time-format': 'either' })).toBeUndefined()
})
