import { expect, test } from 'vitest'
import { acceptedAnew } from '../../../../../src/conformance/areas/email/checks/accepted-anew.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

function look(at: string, acceptedToday: number, organization: 'exclusive' | 'open') {
  const given = answered({ operation: 'getEmailSettings', body: { acceptedToday }, shadow: blankShadow(at) })
  const { contract } = given
  return { ...given, contract: { ...contract, profile: { ...contract.profile, organization } } }
}

/** What is found in a second look, after one on the first of March that showed three. */
function second(at: string, acceptedToday: number, organization: 'exclusive' | 'open' = 'exclusive') {
  const { memory } = acceptedAnew.look(look('2026-03-01T12:00:00Z', 3, organization), acceptedAnew.start)
  return acceptedAnew.look(look(at, acceptedToday, organization), memory).found
}

test('what was accepted days ago is not counted today', () => {
  expect(second('2026-03-04T12:00:00Z', 3)).toMatchObject([{ path: 'acceptedToday', expected: 0, actual: 3 }])
  expect(second('2026-03-04T12:00:00Z', 0)).toEqual([])
})

test('some may have been sent on that day before the clock was turned back', () => {
  expect(second('2026-03-04T12:00:00Z', 1)).toEqual([])
})

test('nothing is said within two days, or where others send too', () => {
  expect(second('2026-03-02T12:00:00Z', 3)).toEqual([])
  expect(second('2026-03-04T12:00:00Z', 3, 'open')).toEqual([])
})
