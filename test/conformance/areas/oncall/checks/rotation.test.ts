import { expect, test } from 'vitest'
import { rotation } from '../../../../../src/conformance/areas/oncall/checks/rotation.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const ADA = { userId: 'ada', label: 'Ada' }
const BO = { userId: 'bo', label: 'Bo' }

interface Shown {
  readonly at: string
  readonly participants?: readonly object[]
  readonly onCall?: string
  readonly timezone?: string
}

/** A look at a schedule with a daily handoff at ten. */
function look({ at, participants = [ADA, BO], onCall = 'ada', timezone = 'Europe/Berlin' }: Shown) {
  const onCallNow = { userId: onCall, label: onCall, until: '', override: false }
  const schedule = { id: 'rota', timezone, participants, handoff: { interval: 'daily', time: '10:00' }, onCallNow }
  return answered({ operation: 'listSchedules', body: { schedules: [schedule] }, shadow: blankShadow(at) })
}

/** What the second of two looks shows. */
function second(first: Shown, then: Shown) {
  const { memory, found } = rotation.look(look(first), rotation.start)
  expect(found).toEqual([])
  return rotation.look(look(then), memory).found
}

test('the two participants are swapped: the same person cannot be on call still', () => {
  const first = { at: '2026-03-05T12:00:00Z' }
  const found = second(first, { at: '2026-03-05T12:00:30Z', participants: [BO, ADA] })
  expect(found).toEqual([
    {
      code: 'still-on-call',
      entity: 'OncallSchedule',
      id: 'rota',
      since: 'swap',
      actual: 'ada',
      rules: ['ONC-09'],
    },
  ])
  expect(second(first, { at: '2026-03-05T12:00:30Z', participants: [BO, ADA], onCall: 'bo' })).toEqual([])
})

/** What the last of several looks shows. */
function last(...shown: readonly Shown[]) {
  let { memory, found } = rotation.look(look(shown[0] as Shown), rotation.start)
  for (const one of shown.slice(1)) ({ memory, found } = rotation.look(look(one), memory))
  return found
}

test('a handoff lies between two looks, in the time zone of the schedule', () => {
  const first = { at: '2026-03-04T08:30:00Z' }
  const before = { at: '2026-03-05T08:30:00Z' }
  expect(last(first, before, { at: '2026-03-05T09:30:00Z' })).toMatchObject([{ since: 'handoff' }])
  expect(last(first, before, { at: '2026-03-05T08:50:00Z' })).toEqual([])
})

test('the time before the first handoff, also after a change, may belong to the first shift', () => {
  const before = { at: '2026-03-05T08:30:00Z' }
  const after = { at: '2026-03-05T09:30:00Z' }
  expect(second(before, after)).toEqual([])
  const swapped = { participants: [BO, ADA], onCall: 'bo' }
  expect(last({ at: '2026-03-04T08:30:00Z' }, { ...before, ...swapped }, { ...after, ...swapped })).toEqual([])
})

test('what was not seen before says nothing', () => {
  expect(rotation.look(look({ at: '2026-03-05T12:00:00Z', participants: [BO, ADA] }), rotation.start).found).toEqual([])
})

test('a schedule in a time zone that nobody can read is not held to its handoff', () => {
  const timezone = 'Nowhere/<b>'
  expect(second({ at: '2026-03-05T09:00:00Z', timezone }, { at: '2026-03-05T11:00:00Z', timezone })).toEqual([])
})
