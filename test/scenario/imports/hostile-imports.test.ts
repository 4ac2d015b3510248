import { expect, test } from 'vitest'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { apiPath } from '../../../src/scenario/imports/api-path.ts'
import { ImportMistake } from '../../../src/scenario/imports/import-mistake.ts'
import { postmanExchanges } from '../../../src/scenario/imports/postman.ts'
import { filledIn } from '../../../src/scenario/imports/postman-variables.ts'

// Each of these took hours or failed with an internal error; a test that hangs fails by its time limit.

test('a variable of spaces without end is text', () => {
  const text = `{{${' '.repeat(200_000)}x`
  expect(filledIn(text, new Map([['x', 'y']]))).toBe(text)
  expect(filledIn('{{ x }}/{{x}}/{{ z }}', new Map([['x', 'y']]))).toBe('y/y/{{ z }}')
})

test('the path of a request is found however often it could begin', () => {
  expect(apiPath(`http://x${'/api/v1/'.repeat(200_000)}\n`)).toHaveLength(8 * 200_000 + 1)
  expect(apiPath('https://x.example/base/api/v1/tokens?to=/api/v1')).toBe('/api/v1/tokens?to=/api/v1')
  expect(apiPath('https://x.example/api/v12')).toBe('/api/v12')
  expect(apiPath('https://x.example/_understudy?x')).toBe('/_understudy?x')
})

test('folders in folders without end are a mistake in one sentence', () => {
  const depth = 20_000
  const file = JSON.parse(`{"info":{},"item":[${'{"item":['.repeat(depth)}${']}'.repeat(depth)}]}`)
  expect(() => postmanExchanges(file, loadContract(source))).toThrow(ImportMistake)
})
