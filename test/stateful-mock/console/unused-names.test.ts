import { expect, test } from 'vitest'
import { withUnusedNames } from '../../../stateful-mock/console/forms/unused-names.ts'

test.each([
  ['shop', [], 'shop'],
  ['shop', ['shop'], 'shop-2'],
  ['shop', ['shop', 'shop-2'], 'shop-3'],
  ['mail.acme.example', ['mail.acme.example'], 'mail-2.acme.example'],
  ['Home page', ['Home page'], 'Home page 2'],
])('%j beside %j starts as %j', (name, taken, expected) => {
  const others = taken.map((one) => ({ name: one }))
  expect(withUnusedNames({ name, tier: 'small' }, others)).toEqual({ name: expected, tier: 'small' })
})

test('what is not a name stays as it is', () => {
  expect(withUnusedNames({ tier: 'small' }, [{ tier: 'small' }])).toEqual({ tier: 'small' })
})
