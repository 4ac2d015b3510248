import { expect, test } from 'vitest'
import { bodyValues } from '../../../../src/model/request/body/body-values.ts'

test('a body is read by the schema that is asked about, whatever it was read by before', () => {
  const body = { url: 'https://acme.example', extra: 1 }
  const open = { type: 'object', properties: { url: { type: 'string' } }, additionalProperties: true } as const
  const closed = { type: 'object', properties: { url: { type: 'string', format: 'uri' } } } as const
  const readBy = (schema: typeof open | typeof closed) =>
    bodyValues(schema, body).map(({ path, schema }) => [path.join('.'), schema])
  expect(readBy(open)).toEqual([
    ['', open],
    ['url', { type: 'string' }],
    ['extra', {}],
  ])
  expect(readBy(closed)).toEqual([
    ['', closed],
    ['url', { type: 'string', format: 'uri' }],
    ['extra', undefined],
  ])
  expect(readBy(open)).toHaveLength(3)
})
