import { expect, test } from 'vitest'
import source from '../../../src/contract/generated/spec.js'

const links = (path: string, method: 'get' | 'post', status: string) =>
  source.api.paths[path]?.[method]?.responses[status]?.links

test('an answer links to the operations its identifiers can be used with', () => {
  expect(links('/api/v1/oncall/incidents', 'post', '201')?.acknowledgeIncident).toEqual({
    operationId: 'acknowledgeIncident',
    parameters: { id: '$response.body#/id' },
  })
  expect(links('/api/v1/uptime/monitors', 'get', '200')?.deleteMonitor).toEqual({
    operationId: 'deleteMonitor',
    parameters: { id: '$response.body#/monitors/0/id' },
  })
})

test('a reference links too, and what the path named is passed on', () => {
  expect(links('/api/v1/uptime/monitors', 'post', '201')?.renameUptimeService).toEqual({
    operationId: 'renameUptimeService',
    parameters: { id: '$response.body#/serviceId' },
  })
  expect(links('/api/v1/oncall/schedules/{id}/overrides', 'post', '201')?.removeOverride).toEqual({
    operationId: 'removeOverride',
    parameters: { id: '$request.path.id', oid: '$response.body#/id' },
  })
})
