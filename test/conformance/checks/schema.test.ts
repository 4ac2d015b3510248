import { expect, test } from 'vitest'
import { schema } from '../../../src/conformance/checks/schema.ts'
import { answered } from '../../support/answered.ts'

const findingsIn = (operation: string, body: unknown) =>
  schema.look(answered({ operation, body }), undefined).found.map(({ code }) => code)

test('a stated date-time may not be empty', () => {
  const token = {
    ...{ id: 'tok_1', name: 'ci', orgSlug: 'acme', start: 'abcd', scope: [], enabled: true },
    ...{ expiresAt: '2026-04-01T10:00:00Z', lastRequest: '2026-03-01T10:00:00Z' },
  }
  const listed = (createdAt: string) => findingsIn('listTokens', { tokens: [{ ...token, createdAt }] })
  expect([listed('2026-03-01T10:00:00Z'), listed('')]).toEqual([[], ['shape']])
})

test('contacts that were never set are strings of any kind', () => {
  const contacts = { billingEmail: '', technicalEmail: 'none', securityEmail: 'security@acme.example' }
  expect(findingsIn('getContacts', contacts)).toEqual([])
  expect(findingsIn('getContacts', { ...contacts, billingEmail: null })).toEqual(['shape'])
})
