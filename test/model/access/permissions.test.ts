import { describe, expect, test } from 'vitest'
import { seedPermissions } from '../../../src/model/access/permission-catalog.ts'
import { seedRoles } from '../../../src/model/access/roles.ts'
import { seedCatalog } from '../../../src/model/areas/uptime/state/catalog.ts'
import type { OperationId } from '../../../src/model/request/operation-types.ts'
import { contract, makeModel, type Options } from '../support.ts'

/** An organization with roles and permissions, and somebody in it who only looks on. */
function makeOrganization(options: Options = {}) {
  const model = makeModel(options)
  model.seed((world, choices) => seedPermissions(seedRoles(world, 'acme', choices), 'acme', choices))
  model.seed((world, choices) => seedCatalog(world, 'acme', choices))
  model.happen('roleChanges', { userId: 'usr_member', role: 'viewer' })
  const status = (id: OperationId, who = 'member') =>
    model.call(id, who, { parameters: { id: 'x', slug: 'x', name: 'x' }, query: { repo: 'x' } }).status
  /** A token for some atoms, or narrowed to some resources. */
  const token = (scope: object[]) => model.call('createToken', 'owner', { body: { name: 'bot', scope } })
  const withAtoms = (...permissions: string[]): string => {
    model.happen('roleChanges', { customRole: { id: 'crew', permissions, scopable: true } })
    return token([{ role: 'crew' }]).body.key
  }
  return { ...model, status, token, withAtoms }
}

const operations = (area: string, reads: boolean) =>
  [...contract.operations.values()]
    .filter((operation) => operation.area === area && ['read', 'list'].includes(operation.does) === reads)
    .map(({ id }) => id as OperationId)

/** What everybody may do with their own. */
const PERSONAL: readonly string[] = ['savePagingSettings', 'createLoginCredential', 'revokeLoginCredential']

describe.each(['registry', 'email', 'oncall', 'clusters', 'uptime'])('roles in %s', (area) => {
  const writes = operations(area, false).filter((id) => !PERSONAL.includes(id))
  const open = area === 'clusters' ? ['getKubeconfig'] : area === 'uptime' ? ['pingUptime'] : ['getPagingSettings']

  test('who may only look on changes nothing', () => {
    const { status } = makeOrganization()
    expect(writes.filter((id) => status(id) !== 403)).toEqual([])
  })

  test('the tiers of roles and of writing are open', () => {
    const seesAll = makeOrganization({ gaps: { 'general.role-tiers': { viewer: 'admin' } } })
    expect(writes.filter((id) => seesAll.status(id) === 403)).toEqual([])
    const none = makeOrganization({ gaps: { 'general.role-tiers': { viewer: 'none' } } })
    const reads = operations(area, true).filter((id) => !open.includes(id))
    expect(reads.filter((id) => none.status(id) !== 403)).toEqual([])
  })
})

test('who may only look on makes no on-call service either', () => {
  const { call } = makeOrganization()
  const add = (who: string) => call('createOncallService', who, { body: { name: 'Checkout' } }).status
  expect([add('member'), add('owner')]).toEqual([403, 201])
})

test('what a write takes is asked for in on-call and uptime too', () => {
  const { call, setGap } = makeOrganization()
  const add = (who: string, name: string) => call('createUptimeService', who, { body: { name } }).status
  expect(add('member', 'one')).toBe(403)
  setGap('general.write-tier', 'read')
  expect(add('member', 'one')).toBe(201)
  expect(call('clearProviderCredential', 'member').status).not.toBe(403)
})

describe('a permission opens what it is for, and nothing else', () => {
  test.each([
    ['uptime.monitor.read', 'listMonitors', 'listExportTokens'],
    ['uptime.export-token.read', 'listExportTokens', 'listMonitors'],
    ['oncall.schedule.read', 'listSchedules', 'listIncidents'],
    ['oncall.schedule.write', 'listSchedules', 'clearProviderCredential'],
    ['clusters.node.read', 'listNodes', 'listClusters'],
    ['registry.key.read', 'listRegistryKeys', 'listRegistries'],
    ['registry.repository.read', 'listTags', 'listRegistryKeys'],
    ['email.route.read', 'listRoutes', 'listWebhooks'],
  ] as const)('%s', (permission, opens, shut) => {
    const { status, withAtoms } = makeOrganization()
    const key = withAtoms(permission)
    expect([status(opens, key) === 403, status(shut, key)]).toEqual([false, 403])
  })
})

describe('a token is narrowed only where there is something to narrow to', () => {
  test('roles say so', () => {
    const scopable = (options: Options = {}) =>
      makeOrganization(options)
        .call('getTokenScopeOptions', 'owner')
        .body.roles.filter((role) => role.scopable && role.id.endsWith('.admin'))
        .map(({ service }) => service)
    expect(scopable()).toEqual(['registry', 'email', 'clusters'])
    expect(scopable({ gaps: { 'iam.scopable-kinds': ['schedule', 'monitor'] } })).toEqual(['oncall', 'uptime'])
  })

  test('resources beside a role of another service, or of one without any, mint nothing', () => {
    const { call, token, setGap } = makeOrganization()
    call('createCluster', 'owner', { body: { name: 'prod', tier: 'small' } })
    expect(token([{ role: 'clusters.admin', resourceIds: ['prod'] }]).status).toBe(201)
    expect(token([{ role: 'uptime.admin', resourceIds: ['prod'] }])).toMatchObject({
      status: 400,
      body: { error: 'the role uptime.admin cannot be narrowed to resources' },
    })
    expect(token([{ role: 'registry.admin', resourceIds: ['prod'] }])).toMatchObject({
      status: 400,
      body: { error: 'the role registry.admin is not for these resources' },
    })
    setGap('tokens.resource-elsewhere', 'accept')
    expect(token([{ role: 'registry.admin', resourceIds: ['prod'] }]).status).toBe(201)
  })
})

describe('a token for one instance', () => {
  test('acts on it, on what hangs on it, and on nothing beside it', () => {
    const { call, token } = makeOrganization()
    const domain = (name: string) => {
      const { id } = call('createDomain', 'owner', { body: { name } }).body
      call('armDomainReceiving', 'owner', { parameters: { id } })
      return id
    }
    const [own, other] = [domain('one.acme.example'), domain('two.acme.example')]
    const hook = { url: 'https://hooks.acme.example/', eventTypes: ['message.sent'] }
    const endpointId = call('createWebhook', 'owner', { body: hook }).body.webhook.id
    const { key } = token([{ role: 'email.admin', resourceIds: [own] }]).body
    const route = (domainId: string, who = key) =>
      call('createRoute', who, { body: { domainId, pattern: 'support', endpointId } })
    const made = route(own)
    expect(made.status).toBe(201)
    expect(route(other).status).toBe(403)
    const theirs = route(other, 'owner').body.id
    const drop = (id: string) => call('deleteRoute', key, { parameters: { id } }).status
    expect([drop(made.body.id), drop(theirs)]).toEqual([204, 403])
    const sendKey = (domainIds?: string[]) => call('createSendKey', key, { body: { name: 'k', domainIds } }).status
    expect([sendKey([own]), sendKey([own, other]), sendKey()]).toEqual([201, 403, 403])
  })

  test('ends the logins it may mint, and not without reaching a registry', () => {
    const { call, token } = makeOrganization()
    call('createRegistry', 'owner', { body: { slug: 'apps' } })
    const bot = (role: string, resourceIds: string[] = []) => token([{ role, resourceIds }]).body.key
    const login = (who: string) => call('createLoginCredential', who, { body: {} }).body.username
    const logout = (who: string, keyId: string) => call('revokeLoginCredential', who, { parameters: { keyId } }).status
    for (const key of [bot('registry.reader'), bot('registry.admin', ['apps'])])
      expect(logout(key, login(key))).toBe(204)
    expect(logout(bot('email.admin'), login('owner'))).toBe(403)
  })

  test('sees its monitors, services and schedules, where every list is filtered', () => {
    const gaps = { 'iam.scopable-kinds': ['uptime-service', 'schedule'] as const }
    const { call, token, setGap } = makeOrganization({
      gaps: { 'iam.scopable-kinds': [...gaps['iam.scopable-kinds']] },
    })
    const [shop, blog] = ['shop', 'blog'].map(
      (name) => call('createUptimeService', 'owner', { body: { name } }).body.id,
    ) as [string, string]
    const tcp = { kind: 'tcp', tcp: { host: 'acme.example', port: 443 }, intervalSeconds: 60, vantages: ['fra'] }
    for (const serviceId of [shop, blog])
      call('createMonitor', 'owner', { body: { ...tcp, name: serviceId, serviceId } })
    const rota = {
      name: 'one',
      timezone: 'UTC',
      participants: [{ userId: 'usr_owner', label: 'x' }],
      handoff: { interval: 'daily', time: '09:00' },
    }
    const schedule = call('createSchedule', 'owner', { body: rota }).body.id
    call('createSchedule', 'owner', { body: rota })
    const { key } = token([
      { role: 'uptime.admin', resourceIds: [shop] },
      { role: 'oncall.reader', resourceIds: [schedule] },
    ]).body
    const seen = () => [
      call('listUptimeServices', key).body.services.length,
      call('listMonitors', key).body.monitors.length,
      call('listSchedules', key).body.schedules.length,
    ]
    expect(seen()).toEqual([1, 1, 1])
    const [monitor] = call('listMonitors', key).body.monitors
    expect(call('updateMonitor', key, { parameters: { id: monitor.id }, body: { name: 'x' } }).status).toBe(200)
    expect(call('createMonitor', key, { body: { ...tcp, name: 'y', serviceId: blog } }).status).toBe(403)
    setGap('general.instance-filtering', 'domains-and-routes')
    expect(seen()).toEqual([2, 2, 2])
  })
})

test('what several grants reach together may be named together', () => {
  const { call, happen } = makeOrganization()
  const domain = (name: string): string =>
    call('createDomain', 'owner', { body: { name: `${name}.acme.example` } }).body.id
  const [one, two, three] = [domain('one'), domain('two'), domain('three')]
  happen('roleChanges', {
    userId: 'usr_member',
    role: 'member',
    grants: [one, two].map((id) => ({ role: 'email.admin', resourceIds: [id] })),
  })
  const mint = (...domainIds: string[]) =>
    call('createSendKey', 'member', { body: { name: `key of ${domainIds.length}`, domainIds } }).status
  expect([mint(one, two), mint(one, three), mint(one)]).toEqual([201, 403, 201])
})
