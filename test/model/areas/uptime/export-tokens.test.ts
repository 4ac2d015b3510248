import { expect, test } from 'vitest'
import { makeUptime } from './world.ts'

test('UPT-08: a token is shown once; the list has metadata only', () => {
  const { call, owner } = makeUptime()
  const created = owner.token('grafana')
  expect(created.status).toBe(201)
  expect(Object.keys(created.body).sort()).toEqual(['createdAt', 'id', 'name', 'token'])
  const { token, ...metadata } = created.body
  expect(call('listExportTokens', 'owner').body).toEqual({ tokens: [{ ...metadata, lastUsedAt: '' }] })
  expect(JSON.stringify(call('listExportTokens', 'owner').body)).not.toContain(token)
  expect(call('listExportTokens', 'outsider').body).toEqual({ tokens: [] })
})

test('UPT-08: it scrapes its organization, and nothing else', () => {
  const { call, owner, as, probe, advance } = makeUptime()
  const { token } = owner.token('grafana').body
  const { id } = owner.monitor({ name: 'Home "page"' }).body
  as('outsider').monitor({ name: 'Not ours' })
  advance(60)
  probe(id, 'fail', { vantage: 'iad', latencyMs: 12 })
  const scraped = call('scrapeMetrics', token)
  expect(scraped.status).toBe(200)
  expect(scraped.body).toContain(`uptime_monitor_up{monitor="${id}",name="Home \\"page\\"",vantage="fra"} 1\n`)
  expect(scraped.body).toContain(`uptime_monitor_up{monitor="${id}",name="Home \\"page\\"",vantage="iad"} 0\n`)
  expect(scraped.body).toContain(`uptime_monitor_state{monitor="${id}",name="Home \\"page\\"",state="up"} 1\n`)
  expect(scraped.body).not.toContain('Not ours')
  expect(call('listExportTokens', 'owner').body.tokens[0].lastUsedAt).toBe('2026-03-05T09:01:00Z')
  expect(call('listMonitors', token).status).toBe(401)
})

test('UPT-08: revoked for good, scrapes get 401 at once', () => {
  const { call, owner } = makeUptime()
  const { id, token } = owner.token('grafana').body
  expect(call('revokeExportToken', 'owner', { parameters: { id } })).toMatchObject({ status: 204, body: undefined })
  expect(call('scrapeMetrics', token)).toMatchObject({ status: 401, body: { error: 'this export token is revoked' } })
  expect(call('listExportTokens', 'owner').body).toEqual({ tokens: [] })
  expect(call('revokeExportToken', 'owner', { parameters: { id } }).status).toBe(404)
  expect(call('scrapeMetrics', token).status).toBe(401)
})

test('a scrape without a token, with another credential or without the entitlement is refused', () => {
  const { call, owner, happen, setGap } = makeUptime()
  const { token } = owner.token('grafana').body
  expect(call('scrapeMetrics', undefined).status).toBe(401)
  expect(call('scrapeMetrics', 'owner').status).toBe(401)
  happen('entitlementChanges', { area: 'uptime', enabled: false })
  expect(call('scrapeMetrics', token).status).toBe(403)
  setGap('uptime.scrape-without-entitlement', 'serve')
  expect(call('scrapeMetrics', token).status).toBe(200)
})

test('a token of another organization cannot be revoked', () => {
  const { call, owner } = makeUptime()
  const { id } = owner.token('grafana').body
  expect(call('revokeExportToken', 'outsider', { parameters: { id } }).status).toBe(404)
  expect(call('listExportTokens', 'owner').body.tokens).toHaveLength(1)
})

test('its last use may not be kept', () => {
  const { call, owner } = makeUptime({ gaps: { 'uptime.last-used-at': 'never' } })
  expect(call('scrapeMetrics', owner.token('grafana').body.token).status).toBe(200)
  expect(call('listExportTokens', 'owner').body.tokens[0].lastUsedAt).toBe('')
})

test('what remains of a revoked token, and lastUsedAt in the answer, are open', () => {
  const { call, owner, setGap } = makeUptime({
    gaps: {
      'uptime.revoked-token-listed': 'list',
      'uptime.created-token-last-used': 'include',
      'uptime.never-used': 'never',
      'general.repeat-delete': 'accept',
    },
  })
  const created = owner.token('grafana')
  expect(created.body.lastUsedAt).toBe('never')
  const revoke = () => call('revokeExportToken', 'owner', { parameters: { id: created.body.id } }).status
  expect([revoke(), revoke()]).toEqual([204, 204])
  expect(call('listExportTokens', 'owner').body.tokens).toHaveLength(1)
  setGap('general.repeat-delete', 'unknown')
  setGap('uptime.unknown-token-status', 410)
  expect(revoke()).toBe(410)
})

test('names may be shared, or not', () => {
  const { owner, setGap } = makeUptime()
  owner.token('grafana')
  owner.monitor()
  expect([owner.token('grafana').status, owner.monitor().status]).toEqual([201, 201])
  setGap('general.name-uniqueness', 'unique')
  expect([owner.token('grafana').status, owner.monitor().status]).toEqual([409, 409])
})
