import { expect, test } from 'vitest'
import { tokenIn } from '../../../../src/model/areas/clusters/queries/kubeconfig-token.ts'

test.each([
  ['    token: abc.def', 'abc.def'],
  ['  - token: "abc"', 'abc'],
  ['{"users":[{"user":{"token":"abc.def"}}]}', 'abc.def'],
  ['{\n "user": {\n  "token": "abc"\n }\n}', 'abc'],
  ['client-certificate-data: LS0t', undefined],
])('the token in %j', (text, token) => {
  expect(tokenIn(text)).toBe(token)
})
