import { expect, test } from 'vitest'
import { UPTIME_OPERATIONS } from '../../../../src/model/areas/uptime/queries/operations.ts'
import { HTTP, makeUptime } from './world.ts'

const anyRequest = { parameters: { id: 'x' }, body: { ...HTTP } }

test('UPT-01: every operation answers 403 when the organization is not enabled', () => {
  const { call, happen } = makeUptime()
  happen('entitlementChanges', { area: 'uptime', enabled: false })
  for (const id of UPTIME_OPERATIONS) expect([id, call(id, 'owner', anyRequest).status]).toEqual([id, 403])
  expect(call('pingUptime', 'outsider').status).toBe(200)
  happen('entitlementChanges', { area: 'uptime', enabled: true })
  expect(call('pingUptime', 'owner').status).toBe(200)
})

test('UPT-01: every operation answers 401 without a caller', () => {
  const { call } = makeUptime()
  for (const id of UPTIME_OPERATIONS) expect([id, call(id, undefined, anyRequest).status]).toEqual([id, 401])
})

test('UPT-01: an unreachable backend is 502, until it can be reached again', () => {
  const { call, happen } = makeUptime()
  happen('backendBehaves', { backend: 'uptime', reachable: false })
  expect(call('listMonitors', 'owner')).toMatchObject({
    status: 502,
    body: { error: 'the uptime backend is unreachable' },
  })
  expect(call('listExportTokens', 'owner').status).toBe(502)
  expect(call('createUptimeService', 'owner', { body: { name: 'Shop' } }).status).toBe(502)
  happen('backendBehaves', { backend: 'uptime', reachable: true })
  expect(call('listUptimeServices', 'owner').body).toEqual({ services: [] })
})

test('whether export tokens need the backend is open', () => {
  const { call, happen } = makeUptime({ gaps: { 'uptime.backend-needed': 'all-but-export-tokens' } })
  happen('backendBehaves', { backend: 'uptime', reachable: false })
  expect(call('listExportTokens', 'owner').status).toBe(200)
  expect(call('getUptimeCatalog', 'owner').status).toBe(502)
})

test('another backend that cannot be reached is none of our business', () => {
  const { call, happen } = makeUptime()
  happen('backendBehaves', { backend: 'email', reachable: false })
  expect(call('listMonitors', 'owner').status).toBe(200)
})

test('UPT-02: ping tells service, organization, epoch and time', () => {
  const { call } = makeUptime()
  expect(call('pingUptime', 'member').body).toEqual({
    service: 'uptime',
    org: 'acme',
    schemaEpoch: '1',
    time: '2026-03-05T09:00:00Z',
  })
  expect(call('pingUptime', 'outsider').body.org).toBe('globex')
})

test('UPT-03: the catalog has intervals and vantages, unavailable ones among them', () => {
  const { call } = makeUptime()
  const { intervals, vantages } = call('getUptimeCatalog', 'owner').body
  expect(intervals.slice(0, 3)).toEqual([
    { seconds: 30, label: '30 seconds' },
    { seconds: 60, label: '1 minute' },
    { seconds: 300, label: '5 minutes' },
  ])
  expect(vantages).toContainEqual({ id: 'fra', label: 'Frankfurt', available: true })
  expect(vantages).toContainEqual({ id: 'syd', label: 'Sydney', available: false })
})

test('UPT-01: services and monitors of another organization are unknown', () => {
  const { call, owner } = makeUptime()
  const monitor = owner.monitor().body.id
  const service = owner.service('Shop').body.id
  for (const id of ['getMonitor', 'deleteMonitor', 'getMonitorMetrics', 'listMonitorFailures'] as const)
    expect(call(id, 'outsider', { parameters: { id: monitor } }).status).toBe(404)
  expect(call('renameUptimeService', 'outsider', { parameters: { id: service }, body: { name: 'x' } }).status).toBe(404)
  expect(call('listMonitors', 'outsider').body).toEqual({ monitors: [] })
})
