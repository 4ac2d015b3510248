import { expect, test } from 'vitest'
import { secrets } from '../../../src/conformance/checks/secrets.ts'
import { answered } from '../../support/answered.ts'

/** What is said of a list of send keys, after a key was made that has this secret. */
function said(secret: string, keyId: string) {
  const sendKey = { id: 'k1', name: 'mine', keyId, domainIds: [], createdAt: '2026-03-01T10:00:00Z' }
  const made = answered({ operation: 'createSendKey', status: 201, body: { sendKey, secret } })
  const { memory } = secrets.look(made, secrets.start)
  const listed = answered({ operation: 'listSendKeys', body: { sendKeys: [sendKey] } })
  return secrets.look(listed, memory).found.map(({ code }) => code)
}

test('an identifier must not be the secret, nor the secret without what every one begins with', () => {
  expect(said('esk.q8Zt4mW0bC6xY2vK7p', 'esk.q8Zt4mW0bC6xY2vK7p')).toEqual(['secret'])
  expect(said('esk.q8Zt4mW0bC6xY2vK7p', 'q8Zt4mW0bC6xY2vK7p')).toEqual(['secret'])
})

test('an identifier may stand in the secret as one part of it', () => {
  expect(said('esk_AK42_q8Zt4mW0bC6xY2vK7p', 'AK42')).toEqual([])
})

test('a secret may end in half a character', () => {
  expect(said('esk.q8Zt4mW0bC6xY2vK7p\ud83e', 'AK42')).toEqual([])
})
