import { expect, test } from 'vitest'
import { endedByUse } from '../../../../../src/conformance/areas/registry/checks/ended-by-use.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const key = {
  keyId: 'k1',
  name: 'ci',
  mode: 'pull',
  repoPrefixes: [],
  mintedVia: 'manual',
  createdAt: '2026-03-05T12:00:00Z',
}
const look = (more: object) =>
  answered({
    operation: 'listRegistryKeys',
    body: { keys: [{ ...key, ...more }] },
    shadow: blankShadow('2026-03-05T12:00:00Z'),
  })
/** What is found in the second look at a key. */
const second = (before: object, after: object) =>
  endedByUse.look(look(after), endedByUse.look(look(before), endedByUse.start).memory).found

const SOON = '2026-03-05T12:15:00Z'

test('a key that was shown without an end does not get one that is only minutes away', () => {
  expect(second({}, { expiresAt: SOON })).toMatchObject([{ path: 'keys[RegistryKey].expiresAt', actual: SOON }])
})

test('one that has an end of its own, gets one that is far away, was revoked or came from the exchange is lawful', () => {
  expect(second({}, {})).toEqual([])
  expect(second({ expiresAt: SOON }, { expiresAt: SOON })).toEqual([])
  expect(second({}, { expiresAt: '2026-06-03T12:00:00Z' })).toEqual([])
  expect(second({}, { expiresAt: SOON, revokedAt: SOON })).toEqual([])
  expect(second({ mintedVia: 'oidc' }, { mintedVia: 'oidc', expiresAt: SOON })).toEqual([])
})
