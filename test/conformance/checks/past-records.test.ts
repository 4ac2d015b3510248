import { expect, test } from 'vitest'
import { pastRecords } from '../../../src/conformance/checks/past-records.ts'
import { answered } from '../../support/answered.ts'

type Shown = Readonly<Record<string, unknown>>

/** What is said of a history that is shown twice. */
function said(operation: string, list: string, before: readonly Shown[], now: readonly Shown[]) {
  const shown = (records: readonly Shown[]) =>
    answered({ operation, parameters: { id: 'x1' }, body: { [list]: records } })
  const { memory } = pastRecords.look(shown(before), pastRecords.start)
  return pastRecords.look(shown(now), memory).found.map((one) => 'path' in one && one.path)
}

const down = { at: 't1', from: 'up', to: 'down', failingVantages: ['hel'] }
const up = { at: 't2', from: 'down', to: 'up', failingVantages: [] }
const transitions = (before: readonly Shown[], now: readonly Shown[]) =>
  said('listMonitorTransitions', 'transitions', before, now)

test('a transition still says who failed when all is well again', () => {
  expect(transitions([down], [up, { ...down, failingVantages: [] }])).toEqual(['transitions.failingVantages'])
  expect(transitions([down], [up, down])).toEqual([])
})

test('it may be completed, or drop out of the list', () => {
  expect(transitions([down], [{ ...down, failingVantages: ['nyc', 'hel'] }])).toEqual([])
  expect(transitions([down], [up])).toEqual([])
})

test('transitions that cannot be told apart are not compared', () => {
  const other = { ...down, failingVantages: ['nyc'] }
  expect(transitions([down], [other, down])).toEqual([])
  expect(transitions([down, other], [other])).toEqual([])
})

test('what is told of a message or of a failure stays so', () => {
  const bounced = { kind: 'bounced', recipient: 'a@b.example', occurredAt: 't1', bounceType: 'hard' }
  const events = (now: Shown) => said('getMessage', 'events', [bounced], [now])
  expect(events({ ...bounced, bounceType: 'soft' })).toEqual(['events.bounceType'])
  expect(events({ ...bounced, detail: { code: 550 } })).toEqual([])
  const failure = { at: 't1', vantage: 'hel', attempt: 1, outcome: 'fail', errorDetail: 'refused', responseSnippet: '' }
  const failures = (now: Shown) => said('listMonitorFailures', 'failures', [failure], [now])
  expect(failures({ ...failure, errorDetail: 'timed out' })).toEqual(['failures.errorDetail'])
  expect(failures({ ...failure, attempt: 2, errorDetail: 'timed out' })).toEqual([])
  expect(failures({ ...failure, responseSnippet: 'bad gateway' })).toEqual([])
})
