import { expect, test } from 'vitest'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../../../src/contract/profile.ts'
import type { ModelRequest } from '../../../src/model/request/request.ts'
import { entryFromText, entryToText } from '../../../stateful-mock/journal/entry.ts'

const contract = loadContract(source, EMPTY_PROFILE)
const operation = contract.operation('createUptimeService')
const bare: ModelRequest = { operation, credential: undefined, parameters: {}, query: {}, body: undefined }

test.each<Partial<ModelRequest>>([
  {},
  { credential: 'owner' },
  { credential: 'with "quotes" and \\ and \ud800', organization: 'org "x"' },
  { parameters: { id: 'a/b', other: '"' }, query: { limit: '3' } },
  { body: { name: 'ü "x" \u2028', list: [1, null, { deep: true }] } },
  { body: null },
  { body: 'text', query: { 'a b': '' } },
])('a request is written as JSON writes it: %j', (parts) => {
  const request = { ...bare, ...parts }
  const { credential, organization, parameters, query, body } = request
  const text = entryToText({ atMs: 1_700_000_000_123, input: { kind: 'request', request } })
  const written = { operation: operation.id, credential, organization, parameters, query, body }
  expect(text).toBe(JSON.stringify({ atMs: 1_700_000_000_123, kind: 'request', ...written }))
  expect(entryFromText(text, contract)).toEqual({ atMs: 1_700_000_000_123, input: { kind: 'request', request } })
})
