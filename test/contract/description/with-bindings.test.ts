import { expect, test } from 'vitest'
import { withBindings } from '../../../src/contract/description/with-bindings.ts'
import source from '../../../src/contract/generated/spec.js'
import type { OpenApi, OperationObject, ParameterObject } from '../../../src/contract/openapi.ts'

const ID: ParameterObject = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const PAGE: ParameterObject = { name: 'page', in: 'query', schema: { type: 'integer' } }

const operation = (operationId: string, more: Partial<OperationObject> = {}): OperationObject => ({
  operationId,
  tags: ['notes'],
  summary: operationId,
  description: operationId,
  responses: { '200': { description: 'Done.' }, '4XX': { description: 'Refused.' } },
  'x-understudy': { does: 'read' },
  ...more,
})
const notes: OpenApi = {
  openapi: '3.1.0',
  info: {},
  paths: {
    '/notes/{id}': {
      parameters: [ID],
      get: operation('getNote', { parameters: [PAGE] }),
      delete: operation('deleteNote'),
    },
  },
}

test('without bindings a description stays as it is', () => {
  expect(withBindings(notes, {})).toEqual(notes)
  expect(withBindings(source.api, {})).toEqual(source.api)
  expect(withBindings(source.sideDoors, {})).toEqual(source.sideDoors)
})

test('an operation that goes elsewhere takes along the parameters of its path; what stays keeps them', () => {
  const { paths } = withBindings(notes, { getNote: { path: '/note/{id}', method: 'POST' } })
  expect(paths).toEqual({
    '/note/{id}': { post: operation('getNote', { parameters: [ID, PAGE] }) },
    '/notes/{id}': { parameters: [ID], delete: operation('deleteNote') },
  })
})

test('another method or success status changes nothing else', () => {
  const { paths } = withBindings(notes, { deleteNote: { method: 'POST', status: 204 } })
  expect(paths['/notes/{id}']).toEqual({
    parameters: [ID],
    get: operation('getNote', { parameters: [PAGE] }),
    post: operation('deleteNote', {
      responses: { '204': { description: 'Done.' }, '4XX': { description: 'Refused.' } },
    }),
  })
})
