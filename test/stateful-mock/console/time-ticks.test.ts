import { expect, test } from 'vitest'
import { timeTicks } from '../../../stateful-mock/console/pages/charts/time-ticks.ts'

const at = (text: string): number => Date.parse(`2026-03-${text}:00Z`)
const labels = (first: string, last: string, most: number): string[] =>
  timeTicks(at(first), at(last), most).map(({ label }) => label)

test('below a chart stand round times, no more than there is room for', () => {
  expect(labels('05T08:01', '05T08:59', 4)).toEqual(['08:15', '08:30', '08:45'])
  expect(labels('05T08:00', '05T08:59', 6)).toEqual(['08:00', '08:10', '08:20', '08:30', '08:40', '08:50'])
  expect(labels('04T09:05', '05T09:00', 5)).toEqual(['12:00', '18:00', '00:00', '06:00'])
  expect(labels('01T09:00', '05T08:00', 5)).toEqual(['2 Mar', '3 Mar', '4 Mar', '5 Mar'])
})

test('a single instant has a tick only if it is round', () => {
  expect(labels('05T08:01', '05T08:01', 4)).toEqual(['08:01'])
  expect(timeTicks(at('05T08:01') + 1, at('05T08:01') + 2, 4)).toEqual([])
})
