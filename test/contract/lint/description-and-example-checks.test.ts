import { expect, test } from 'vitest'
import source from '../../../src/contract/generated/spec.js'
import type { Json } from '../../../src/contract/json.ts'
import { propertiesDescribed } from '../../../src/contract/lint/description-checks.ts'
import { examplesFit, examplesPresent } from '../../../src/contract/lint/example-checks.ts'
import { readSubject } from '../../../src/contract/lint/subject.ts'
import type { OpenApi, Schema } from '../../../src/contract/openapi.ts'

const NOTHING: OpenApi = { openapi: '3.1.0', info: {}, paths: {} }

/** One operation that takes a note. */
function notes(schema: Schema, example?: Json, schemas: Readonly<Record<string, Json>> = {}): OpenApi {
  const content = { 'application/json': { schema, ...(example !== undefined && { example }) } }
  return {
    ...NOTHING,
    paths: {
      '/notes': {
        post: {
          operationId: 'createNote',
          tags: ['tokens'],
          summary: 'Make a note',
          description: 'Makes a note.',
          requestBody: { content },
          responses: { '201': { description: 'Made.', content } },
          'x-understudy': { does: 'create' },
        },
      },
    },
    components: { schemas },
  }
}
const subjectOf = (document: OpenApi, where: 'api' | 'sideDoors' | 'control' = 'api') =>
  readSubject({ ...source, api: NOTHING, sideDoors: NOTHING, control: NOTHING, [where]: document })

test.each(['api', 'sideDoors', 'control'] as const)('%s: a property without a description is named', (where) => {
  const schema = { properties: { text: { type: 'string' }, default: { properties: { at: { description: 'When.' } } } } }
  const place = 'paths//notes/post/requestBody/content/application/json/schema'
  expect(propertiesDescribed(subjectOf(notes(schema), where)).slice(0, 2)).toEqual([
    `${place}/text has no description`,
    `${place}/default has no description`,
  ])
})

test('a property that refers to something described needs no words of its own', () => {
  const schema = { properties: { author: { $ref: '#/components/schemas/Author' } } }
  const check = (author: Json) => propertiesDescribed(subjectOf(notes(schema, {}, { Author: author })))
  expect(check({ description: 'Who wrote it.' })).toEqual([])
  expect(check({}).length).toBe(2)
})

test('a body without an example is named', () => {
  expect(examplesPresent(subjectOf(notes({})))).toEqual([
    'createNote, request has no example',
    'createNote, answer 201 has no example',
  ])
  expect(examplesPresent(subjectOf(notes({}, {})))).toEqual([])
})

test('an example that does not fit its schema is named', () => {
  const schema = { properties: { text: { type: 'string' } } }
  expect(examplesFit(subjectOf(notes(schema, { text: 'milk' })))).toEqual([])
  expect(examplesFit(subjectOf(notes(schema, { text: 7 }), 'control'))).toEqual([
    'createNote, request: its example does not fit: text must be a string',
    'createNote, answer 201: its example does not fit: text must be a string',
  ])
})
