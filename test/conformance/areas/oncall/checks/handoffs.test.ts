import { expect, test } from 'vitest'
import { handoffs } from '../../../../../src/conformance/areas/oncall/checks/handoffs.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

interface Shown {
  readonly at: string
  readonly onCall: string
  readonly operation?: 'listSchedules' | 'updateSchedule'
  readonly interval?: 'daily' | 'weekly'
}

/** A look at a schedule with handoffs at ten in the morning in Berlin. */
function look({ at, onCall, operation = 'listSchedules', interval = 'daily' }: Shown) {
  const onCallNow = { userId: onCall, label: onCall, until: '', override: false }
  const participants = ['ada', 'bo'].map((userId) => ({ userId, label: userId }))
  const schedule = {
    id: 'rota',
    timezone: 'Europe/Berlin',
    participants,
    handoff: { interval, time: '10:00' },
    onCallNow,
  }
  const body = operation === 'listSchedules' ? { schedules: [schedule] } : schedule
  return answered({ operation, body, shadow: { ...blankShadow(at), clockShown: true } })
}

/** What is found in the last of these looks. */
const last = (...looks: readonly Shown[]) =>
  looks.reduce(({ memory }, shown) => ({ ...handoffs.look(look(shown), memory) }), {
    found: [] as ReturnType<typeof handoffs.look>['found'],
    memory: handoffs.start,
  }).found

const NOON = { at: '2026-03-05T12:00:00Z', onCall: 'ada' }

test('nobody takes over between two handoffs', () => {
  const found = last(NOON, { at: '2026-03-06T06:00:00Z', onCall: 'bo' })
  expect(found).toMatchObject([{ code: 'took-over', before: 'ada', actual: 'bo' }])
  expect(last(NOON, { at: '2026-03-06T06:00:00Z', onCall: 'ada' })).toEqual([])
  expect(last(NOON, { at: '2026-03-06T09:30:00Z', onCall: 'bo' })).toEqual([])
  // The clock was set back.
  expect(last(NOON, { at: '2026-03-05T08:00:00Z', onCall: 'bo' })).toEqual([])
  // A change may start the rotation anew.
  expect(last(NOON, { at: '2026-03-05T12:01:00Z', onCall: 'bo', operation: 'updateSchedule' })).toEqual([])
})

const weekly = (day: string, onCall: string): Shown => ({
  at: `2026-03-${day}T12:00:00Z`,
  onCall,
  interval: 'weekly',
})

test('a weekly handoff does not come twice in a week', () => {
  expect(last(weekly('05', 'ada'), weekly('06', 'bo'))).toEqual([])
  expect(last(weekly('05', 'ada'), weekly('06', 'bo'), weekly('07', 'ada'))).toHaveLength(1)
  expect(last(weekly('05', 'ada'), weekly('06', 'bo'), weekly('13', 'ada'))).toEqual([])
})

test('nobody who was seen to take over stays for more than a week, where handoffs are weekly', () => {
  const taken = [weekly('05', 'ada'), weekly('06', 'bo')]
  expect(last(...taken, weekly('13', 'bo'))).toEqual([])
  expect(last(...taken, weekly('13', 'bo'), weekly('14', 'bo'))).toMatchObject([{ code: 'still-on-call' }])
  // A second handoff may have passed since.
  expect(last(...taken, weekly('20', 'bo'))).toEqual([])
  // Nobody was seen to take over: the rotation may not have begun.
  expect(last(weekly('06', 'bo'), weekly('14', 'bo'))).toEqual([])
})

test('at a daily handoff somebody else takes over, except perhaps at the first', () => {
  const day = (number: number, onCall: string): Shown => ({ at: `2026-03-0${number}T12:00:00Z`, onCall })
  expect(last(day(5, 'ada'), day(6, 'ada'))).toEqual([])
  expect(last(day(5, 'ada'), day(6, 'ada'), day(7, 'bo'))).toEqual([])
  expect(last(day(5, 'ada'), day(6, 'ada'), day(7, 'ada'))).toMatchObject([
    { code: 'still-on-call', since: 'handoff', actual: 'ada' },
  ])
  // Weekly handoffs are not so frequent, and after two days everybody may have had their turn.
  const weekly = [5, 6, 7].map((number): Shown => ({ ...day(number, 'ada'), interval: 'weekly' }))
  expect(last(...weekly)).toEqual([])
  expect(last(day(3, 'ada'), day(5, 'ada'), day(7, 'ada'))).toEqual([])
})
