import { expect, test } from 'vitest'
import { newCoverage } from '../../../src/conformance/session/coverage.ts'
import { isContradicted, noteChoice } from '../../../src/conformance/session/shown-choices.ts'

const gap = 'oncall.handoff-time-format'

test('a value that explains every answer is no contradiction, whichever was seen first', () => {
  const coverage = newCoverage()
  noteChoice(coverage, { gap, at: 'createSchedule', values: ['hours-minutes-seconds', 'either'] })
  noteChoice(coverage, { gap, at: 'createSchedule', values: ['hours-minutes', 'either'] })
  expect(isContradicted(coverage, gap)).toBe(false)
})

test('a target may choose differently in different places, but not now this, now that in the same one', () => {
  const coverage = newCoverage()
  const shows = (at: string, value: string) => noteChoice(coverage, { gap, at, values: [value] })
  shows('createSchedule', 'hours-minutes')
  shows('updateSchedule', 'any')
  shows('updateSchedule', 'hours-minutes')
  expect(isContradicted(coverage, gap)).toBe(false)
  shows('updateSchedule', 'any')
  expect(isContradicted(coverage, gap)).toBe(true)
})
