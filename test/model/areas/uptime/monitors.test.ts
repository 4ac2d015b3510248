import { describe, expect, test } from 'vitest'
import type { GapValues } from '../../../../src/contract/generated/gaps.ts'
import { HTTP, makeUptime, TCP } from './world.ts'

describe('UPT-05: making a monitor', () => {
  test('it has the fields it was given', () => {
    const { owner } = makeUptime()
    const created = owner.monitor()
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      ...HTTP,
      id: created.body.id,
      enabled: true,
      state: 'pending',
      createdAt: '2026-03-05T09:00:00Z',
      updatedAt: '2026-03-05T09:00:00Z',
    })
    expect(owner.get(created.body.id).body).toEqual(created.body)
  })

  test('what is left out has a default, none of them stated', () => {
    const { call } = makeUptime({ gaps: { 'uptime.default-enabled': false } })
    const { body } = call('createMonitor', 'owner', { body: TCP })
    expect(body).toMatchObject({
      enabled: false,
      timeoutMs: 10000,
      downCondition: { confirmations: 2, quorum: 1 },
      tcp: TCP.tcp,
    })
    expect(body).not.toHaveProperty('http')
    expect(body).not.toHaveProperty('serviceId')
  })

  test('a required field left out, or a kind there is not, is refused', () => {
    const { call } = makeUptime()
    expect(call('createMonitor', 'owner', { body: { ...HTTP, vantages: undefined } }).status).toBe(400)
    expect(call('createMonitor', 'owner', { body: { ...HTTP, kind: 'icmp' } }).status).toBe(400)
    expect(call('listMonitors', 'owner').body).toEqual({ monitors: [] })
  })

  test('an unknown service is refused, also one of another organization', () => {
    const { owner, as } = makeUptime()
    const foreign = as('outsider').service('Shop').body.id
    expect(owner.monitor({ serviceId: 'nope' }).status).toBe(404)
    expect(owner.monitor({ serviceId: foreign }).status).toBe(404)
  })
})

describe('UPT-03, LIM-03: the catalog binds', () => {
  test.each([
    ['an interval not on offer', { intervalSeconds: 61 }],
    ['a vantage that is unavailable', { vantages: ['syd'] }],
    ['a vantage there is not', { vantages: ['moon'] }],
  ])('%s is refused on both writes', (_, change) => {
    const { owner, call } = makeUptime()
    expect(owner.monitor(change).status).toBe(400)
    expect(call('listMonitors', 'owner').body.monitors).toEqual([])
    const { id } = owner.monitor().body
    expect(owner.patch(id, change).status).toBe(400)
    expect(owner.get(id).body).toMatchObject({ intervalSeconds: 60, vantages: ['fra', 'iad'] })
  })

  test('the status is open', () => {
    const { owner } = makeUptime({ gaps: { 'uptime.backend-validation-status': 422 } })
    expect(owner.monitor({ vantages: ['syd'] }).status).toBe(422)
  })
})

describe('UPT-05, LIM-03: the quota', () => {
  test('at the quota another monitor is 403, before anything the backend refuses', () => {
    const { owner, happen } = makeUptime()
    happen('quotaChanges', { quota: 'monitors', value: 1 })
    expect(owner.monitor().status).toBe(201)
    expect(owner.monitor()).toMatchObject({ status: 403, body: { error: 'the monitor quota is reached' } })
    const worse = owner.monitor({ vantages: ['syd'], intervalSeconds: 61 })
    expect(worse.outcome).toMatchObject({ refusals: [{ rule: { id: 'uptime.quota-reached' } }] })
    happen('backendBehaves', { backend: 'uptime', reachable: false })
    expect(owner.monitor().outcome).toMatchObject({ kind: 'refused', rules: ['uptime.quota-reached'] })
  })

  test('it is the organization’s own, and a deleted monitor makes room', () => {
    const { owner, as, happen, call } = makeUptime()
    happen('quotaChanges', { quota: 'monitors', value: 1 })
    const { id } = owner.monitor().body
    expect(as('outsider').monitor().status).toBe(201)
    call('deleteMonitor', 'owner', { parameters: { id } })
    expect(owner.monitor().status).toBe(201)
  })

  test('which monitors count is open', () => {
    const counted = (choice: GapValues['uptime.counted-in-quota'], then: 'disable' | 'delete') => {
      const { owner, call } = makeUptime({ gaps: { 'uptime.monitor-quota': 1, 'uptime.counted-in-quota': choice } })
      const { id } = owner.monitor().body
      if (then === 'disable') owner.patch(id, { enabled: false })
      else call('deleteMonitor', 'owner', { parameters: { id } })
      return owner.monitor().status
    }
    expect(counted('existing', 'disable')).toBe(403)
    expect(counted('enabled', 'disable')).toBe(201)
    expect(counted('existing', 'delete')).toBe(201)
    expect(counted('existing-and-deleted', 'delete')).toBe(403)
  })
})

describe('UPT-05: changing a monitor', () => {
  test('only what is named changes', () => {
    const { owner, advance } = makeUptime()
    const before = owner.monitor({ serviceId: undefined }).body
    advance(30)
    const after = owner.patch(before.id, { intervalSeconds: 300, downCondition: { confirmations: 3, quorum: 2 } })
    expect(after.status).toBe(200)
    expect(after.body).toEqual({
      ...before,
      intervalSeconds: 300,
      downCondition: { confirmations: 3, quorum: 2 },
      updatedAt: '2026-03-05T09:00:30Z',
    })
  })

  test('the kind never changes; naming another is refused or ignored', () => {
    const { owner, setGap } = makeUptime()
    const { id } = owner.monitor().body
    expect(owner.patch(id, { kind: 'tcp' }).status).toBe(400)
    expect(owner.patch(id, { kind: 'http', name: 'Front' })).toMatchObject({ status: 200, body: { name: 'Front' } })
    setGap('uptime.kind-in-patch', 'ignore')
    expect(owner.patch(id, { kind: 'tcp' })).toMatchObject({ status: 200, body: { kind: 'http' } })
    setGap('uptime.kind-in-patch', 'refuse')
    expect(owner.patch(id, { kind: 'http' }).status).toBe(400)
  })

  test('a check is replaced or merged', () => {
    const { owner, setGap } = makeUptime()
    const { id } = owner.monitor().body
    expect(owner.patch(id, { http: { url: 'https://a.example/', method: 'HEAD' } }).body.http).toEqual({
      url: 'https://a.example/',
      method: 'HEAD',
    })
    setGap('uptime.patch-check', 'merge')
    expect(owner.patch(id, { http: { url: 'https://b.example/' } }).body.http).toEqual({
      url: 'https://b.example/',
      method: 'HEAD',
    })
  })

  test('a PATCH that changes nothing moves updatedAt or not', () => {
    const { owner, advance, setGap } = makeUptime()
    const before = owner.monitor().body
    advance(30)
    const { name, vantages, http } = before
    for (const patch of [{}, { name, vantages, http }]) expect(owner.patch(before.id, patch).body).toEqual(before)
    setGap('uptime.updated-at', 'writes')
    expect(owner.patch(before.id, {}).body.updatedAt).toBe('2026-03-05T09:00:30Z')
  })
})

describe('UPT-05: deleting a monitor', () => {
  test('it is unknown from then on', () => {
    const { owner, call } = makeUptime()
    const { id } = owner.monitor().body
    expect(call('deleteMonitor', 'owner', { parameters: { id } })).toMatchObject({ status: 204, body: undefined })
    expect(owner.get(id).status).toBe(404)
    expect(owner.patch(id, { name: 'x' }).status).toBe(404)
    expect(call('deleteMonitor', 'owner', { parameters: { id } }).status).toBe(404)
    expect(call('listMonitors', 'owner').body).toEqual({ monitors: [] })
    expect(owner.transitions(id).status).toBe(404)
  })

  test('its history survives, and may be readable', () => {
    const { owner, call, probe } = makeUptime({ gaps: { 'uptime.deleted-history': 'readable' } })
    const { id } = owner.monitor().body
    probe(id, 'fail', { times: 2 })
    call('deleteMonitor', 'owner', { parameters: { id } })
    expect(owner.get(id).status).toBe(404)
    expect(owner.transitions(id).body.transitions).toHaveLength(1)
    expect(owner.failures(id).status).toBe(200)
    expect(owner.metrics(id).status).toBe(200)
  })
})

const PRIVATE_HOSTS: readonly string[] = [
  'localhost',
  'LOCALHOST.',
  'db.localhost',
  '127.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  '169.254.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '::',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:127.0.0.1',
  '::10.0.0.1',
  '64:ff9b::a00:1',
]

/** Each is refused by default and taken when the gap says so. */
const tcpTo = (host: string) => ({ kind: 'tcp', http: undefined, tcp: { host, port: 5432 } })

const OPEN: readonly [string, object, Partial<GapValues>][] = [
  [
    'no vantages',
    { vantages: [], downCondition: { confirmations: 1, quorum: 0 } },
    { 'uptime.empty-vantages': 'accept', 'uptime.condition-below-one': 'accept' },
  ],
  ['a vantage named twice', { vantages: ['fra', 'fra'] }, { 'uptime.duplicate-vantages': 'accept' }],
  [
    'a quorum above the vantages',
    { downCondition: { confirmations: 1, quorum: 3 } },
    { 'uptime.quorum-above-vantages': 'accept' },
  ],
  ['no confirmations', { downCondition: { confirmations: 0, quorum: 1 } }, { 'uptime.condition-below-one': 'accept' }],
  ['no timeout', { timeoutMs: 0 }, { 'uptime.timeout-bounds': 'any' }],
  ['a timeout above the interval', { timeoutMs: 60001 }, { 'uptime.timeout-bounds': 'positive' }],
  ['no check', { http: undefined }, { 'uptime.check-missing': 'accept' }],
  ['both checks', { tcp: TCP.tcp }, { 'uptime.check-of-other-kind': 'drop' }],
  ['a private address', { http: { url: 'http://10.1.2.3/' } }, { 'uptime.admissible-targets': 'any' }],
  ['a URL without a host', { http: { url: 'https://' } }, { 'general.unusable-urls': 'accept' }],
  ['a URL with an empty host', { http: { url: 'https:///a' } }, { 'general.unusable-urls': 'accept' }],
  ['a URL with no such port', { http: { url: 'https://a.example:99999/' } }, { 'general.unusable-urls': 'accept' }],
  ['another scheme', { http: { url: 'ftp://a.example/' } }, { 'uptime.url-schemes': ['ftp'] }],
  ['text that is not base64', { http: { ...HTTP.http, bodyBase64: '?' } }, { 'uptime.bad-base64': 'accept' }],
  ['an odd status', { http: { ...HTTP.http, expectStatus: ['ok'] } }, { 'uptime.expect-status-syntax': 'anything' }],
  ['a header that is no text', { http: { ...HTTP.http, headers: { a: 1 } } }, { 'uptime.header-values': 'accept' }],
  [
    'a header with a space in its name',
    { http: { ...HTTP.http, headers: { 'X Trace': '1' } } },
    { 'uptime.odd-headers': 'accept' },
  ],
  [
    'a header with a line break in its value',
    { http: { ...HTTP.http, headers: { 'X-Trace': '1\r\nHost: b.example' } } },
    { 'uptime.odd-headers': 'accept' },
  ],
  ['a host with a port', tcpTo('db.example:5432'), { 'uptime.odd-hosts': 'accept' }],
  ['a URL for a host', tcpTo('tcp://db.example'), { 'uptime.odd-hosts': 'accept' }],
  ['a host with a space', tcpTo('db example'), { 'uptime.odd-hosts': 'accept' }],
  ['a host with an empty part', tcpTo('db..example'), { 'uptime.odd-hosts': 'accept' }],
  ['a host with a star', tcpTo('*.example'), { 'uptime.odd-hosts': 'accept' }],
  ['an address out of range', tcpTo('203.0.113.999'), { 'uptime.odd-hosts': 'accept' }],
  [
    'no such port',
    { kind: 'tcp', http: undefined, tcp: { host: 'a.example', port: 70000 } },
    { 'uptime.port-out-of-range': 'accept' },
  ],
]

test.each(OPEN)('whether %s is taken is open', (_, change, gaps) => {
  const refused = makeUptime().owner.monitor(change)
  expect(refused.status).toBe(400)
  expect(makeUptime({ gaps }).owner.monitor(change).status).toBe(201)
})

test.each(['https://', 'https://a.example:99999/'])('the refusal of %s does not blame the scheme', (url) => {
  const refused = makeUptime().owner.monitor({ http: { url } })
  expect(refused.body.error).toBe(`${url} is not a reachable address`)
})

test.each(PRIVATE_HOSTS)('%s is not a public address, in a URL and as the host of a tcp check', (host) => {
  const { owner } = makeUptime()
  const inUrl = host.includes(':') ? `[${host}]` : host
  expect(owner.monitor({ http: { url: `https://${inUrl}/` } }).body.error).toMatch(/ is not a public address$/)
  expect(owner.monitor(tcpTo(host)).body.error).toMatch(/ is not a public address$/)
})

test.each(['172.32.0.1', '100.128.0.1', '2001:db8::7', '::ffff:cb00:7107', 'localhost.example'])(
  '%s is a public address',
  (host) => expect(makeUptime().owner.monitor(tcpTo(host)).status).toBe(201),
)

test('what is kept of a repeated vantage and of the other check is open', () => {
  const merged = makeUptime({ gaps: { 'uptime.duplicate-vantages': 'merge' } })
  expect(merged.owner.monitor({ vantages: ['fra', 'fra'] }).body.vantages).toEqual(['fra'])
  const kept = makeUptime({ gaps: { 'uptime.check-of-other-kind': 'keep' } })
  expect(kept.owner.monitor({ tcp: TCP.tcp }).body.tcp).toEqual(TCP.tcp)
  const dropped = makeUptime({ gaps: { 'uptime.check-of-other-kind': 'drop' } })
  expect(dropped.owner.monitor({ tcp: TCP.tcp }).body).not.toHaveProperty('tcp')
})

test.each(['db.example', 'db', '203.0.113.7', '2001:db8::7', '[2001:db8::7]', 'datenbänke.example'])(
  'a tcp check may turn to %s',
  (host) => {
    const { owner } = makeUptime()
    expect(owner.monitor(tcpTo(host)).status).toBe(201)
  },
)
