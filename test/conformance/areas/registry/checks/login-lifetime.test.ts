import { expect, test } from 'vitest'
import { loginLifetime } from '../../../../../src/conformance/areas/registry/checks/login-lifetime.ts'
import { answered } from '../../../../support/answered.ts'

test.each([
  ['an hour away', '2026-03-01T11:00:00Z', 0],
  ['an hour away, elsewhere', '2026-03-01T13:00:00+02:00', 0],
  ['a day away', '2026-03-02T10:00:00Z', 1],
  ['gone already', '2026-03-01T09:00:00.000Z', 1],
  ['without an offset', '2026-03-02T10:00:00', 0],
  ['seconds', '86400', 0],
  ['words', 'tomorrow', 0],
])('a login credential that ends %s', (_what, expiresAt, findings) => {
  const headers = { date: 'Sun, 01 Mar 2026 10:00:00 GMT' }
  const { shadow, ...given } = answered({
    operation: 'createLoginCredential',
    status: 201,
    headers,
    body: { expiresAt },
  })
  const answer = { ...given, shadow: { ...shadow, clockShown: true } }
  expect(loginLifetime.look(answer, undefined).found).toHaveLength(findings)
})
