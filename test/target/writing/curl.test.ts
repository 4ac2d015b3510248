import { expect, test } from 'vitest'
import { curl } from '../../../src/target/writing/curl.ts'

const lineOf = (headers: Readonly<Record<string, string>>): string =>
  curl({ method: 'GET', path: '/x', headers, body: undefined }, 'http://target', {
    owner: { Authorization: 'Bearer one' },
    dex: { Authorization: 'Bearer two', 'X-Acting-Organization': 'harbor', 'X-Second-Key': 'three' },
  })

test('a credential becomes a variable of its caller', () => {
  expect(lineOf({ Authorization: 'Bearer one' })).toBe(`curl -i -H 'Authorization: Bearer '"$OWNER" 'http://target/x'`)
})

test('what says for whom somebody acts stands there, other secrets have variables of their own', () => {
  const line = lineOf({ Authorization: 'Bearer two', 'X-Acting-Organization': 'harbor', 'X-Second-Key': 'three' })
  expect(line).toContain(`-H 'X-Acting-Organization: harbor'`)
  expect(line).toContain(`-H 'X-Second-Key: '"$DEX_X_SECOND_KEY"`)
  expect(line).not.toMatch(/two|three/)
})
