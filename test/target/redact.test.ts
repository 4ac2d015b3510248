import { expect, test } from 'vitest'
import { makeRedactor } from '../../src/target/redact.ts'

const actor = (value: string) => ({ role: 'owner', organization: 'acme', headers: { authorization: value } })

test('a credential is replaced wherever it stands, with its scheme and without', () => {
  const redact = makeRedactor({ actors: { owner: actor('Bearer s3cr3t-0123456789') } })
  expect(redact('curl -H "Bearer s3cr3t-0123456789" then s3cr3t-0123456789')).toBe(
    'curl -H "[credential of owner]" then [credential of owner]',
  )
})

test("the mock's easy words stay words", () => {
  expect(makeRedactor({ actors: { owner: actor('Bearer owner') } })('the owner did it')).toBe('the owner did it')
})
