import { describe, expect, test } from 'vitest'
import { mistakenModel } from '../../../../bench/mistakes/mistaken.ts'
import { IAM_RULES } from '../../../../src/model/areas/iam/rules/index.ts'
import { everyRow } from '../../../../src/model/table/table.ts'
import { makeClusters, PROD } from '../clusters/world.ts'

const mistaken = await mistakenModel()

const ids = (things: readonly { readonly id: string }[]) => things.map(({ id }) => id)

describe('IAM-01: the catalog', () => {
  test('built-in roles with their permissions', () => {
    const { call } = makeClusters()
    const { roles, resources } = call('getIamCatalog', 'owner').body
    expect(roles).toHaveLength(18)
    expect(roles).toContainEqual({
      id: 'uptime.editor',
      name: 'Uptime editor',
      description: 'Read and write access to uptime',
      kind: 'builtin',
      service: 'uptime',
      // Nothing of it can be narrowed to, unless the gap says so.
      scopable: false,
      permissions: [
        'uptime.service.read',
        'uptime.service.write',
        'uptime.monitor.read',
        'uptime.monitor.write',
        'uptime.export-token.read',
        'uptime.export-token.write',
      ],
    })
    expect(resources).toEqual([])
  })

  test('live resources of the scopable kinds, of the own organization', () => {
    const { call, owner, as, advance, setGap } = makeClusters()
    owner.create()
    as('outsider').create({ ...PROD, name: 'theirs' })
    call('createUptimeService', 'owner', { body: { name: 'Shop' } })
    const resources = () => call('getIamCatalog', 'owner').body.resources
    expect(resources()).toEqual([{ service: 'clusters', id: 'prod', name: 'prod' }])
    setGap('iam.scopable-kinds', ['cluster', 'uptime-service'])
    expect(resources().at(-1)).toMatchObject({ service: 'uptime', name: 'Shop' })
    setGap('iam.resource-names', 'own-id')
    expect(resources().at(-1)?.name).toBe(resources().at(-1)?.id)
    owner.remove('prod')
    expect(ids(resources())).toContain('prod')
    setGap('iam.deleting-listed', 'drop')
    expect(ids(resources())).not.toContain('prod')
    setGap('iam.deleting-listed', 'keep')
    advance(60)
    expect(ids(resources())).not.toContain('prod')
  })

  test('custom roles show there or not, and are grantable in any case', () => {
    const { call, happen, setGap } = makeClusters()
    happen('roleChanges', { customRole: { id: 'crew', name: 'Crew', permissions: ['clusters.kubeconfig.admin'] } })
    const roles = () => call('getIamCatalog', 'owner').body.roles
    expect(ids(roles())).not.toContain('crew')
    setGap('iam.catalog-custom-roles', 'show')
    expect(roles().at(-1)).toEqual({
      id: 'crew',
      name: 'Crew',
      description: '',
      kind: 'custom',
      scopable: false,
      permissions: ['clusters.kubeconfig.admin'],
    })
    expect(ids(call('getTokenScopeOptions', 'owner').body.roles)).toContain('crew')
  })
})

describe('IAM-02: grant management', () => {
  test('owners and admins; whoever becomes one', () => {
    const { call, happen } = makeClusters()
    const statuses = () => ['owner', 'admin', 'member'].map((actor) => call('getIamCatalog', actor).status)
    expect(statuses()).toEqual([200, 200, 403])
    happen('roleChanges', { userId: 'usr_member', role: 'admin' })
    happen('roleChanges', { userId: 'usr_admin', role: 'viewer' })
    expect(statuses()).toEqual([200, 403, 200])
    happen('roleChanges', { userId: 'usr_member', role: 'none' })
    expect(statuses()).toEqual([200, 403, 403])
    expect(call('getIamCatalog', undefined).status).toBe(401)
    expect(() => happen('roleChanges', { userId: 'usr_member', role: 'none' })).toThrow('not in the organization')
  })
})

describe('IAM-03: the permission catalog', () => {
  test('every service with its resources, read, write and admin', () => {
    const { call } = makeClusters()
    const { services } = call('listPermissions', 'member').body
    const names = services.map(({ service }: { service: string }) => service)
    expect(names).toEqual(['organization', 'registry', 'email', 'oncall', 'clusters', 'uptime'])
    expect(services[0]).toEqual({
      service: 'organization',
      serviceLabel: 'Organization',
      resources: [
        {
          resource: 'contacts',
          resourceLabel: 'Contact addresses',
          tiers: [
            { permission: 'organization.contacts.read', tier: 'read', label: 'See contact addresses' },
            { permission: 'organization.contacts.write', tier: 'write', label: 'Use and change contact addresses' },
            { permission: 'organization.contacts.admin', tier: 'admin', label: 'Administer contact addresses' },
          ],
        },
      ],
    })
    expect(JSON.stringify(services)).toContain('registry.key.admin')
    expect(JSON.stringify(services)).toContain('email.key.admin')
  })

  test('whether it needs grant management as well is open', () => {
    const { call } = makeClusters({ gaps: { 'iam.permissions-need-management': 'managers' } })
    expect([call('listPermissions', 'admin').status, call('listPermissions', 'member').status]).toEqual([200, 403])
  })
})

test('the permission catalog belongs to no service: a token narrowed to one reads it, or not', () => {
  const { call, setGap } = makeClusters()
  const { key } = call('createToken', 'owner', { body: { name: 'bot', scope: [{ role: 'clusters.reader' }] } }).body
  expect([call('listPermissions', key).status, call('getIamCatalog', key).status]).toEqual([200, 403])
  setGap('iam.permissions-with-narrowed-token', 'refuse')
  expect([call('listPermissions', key).status, call('listPermissions', 'owner').status]).toEqual([403, 200])
})

describe('roles and grants', () => {
  test('a token narrowed to a custom role has its permissions and no more', () => {
    const { call, happen, ready, owner, as } = makeClusters()
    ready()
    happen('roleChanges', { customRole: { id: 'crew', permissions: ['clusters.kubeconfig.admin'], scopable: true } })
    const { key } = call('createToken', 'owner', { body: { name: 'bot', scope: [{ role: 'crew' }] } }).body
    expect([as(key).kubeconfig('prod').status, as(key).remove('prod').status]).toEqual([200, 403])
    happen('roleChanges', { customRole: { id: 'crew', permissions: ['clusters.cluster.admin'] } })
    expect([as(key).kubeconfig('prod').status, as(key).remove('prod').status]).toEqual([403, 202])
    expect(owner.get('prod').body.phase).toBe('deleting')
    happen('roleChanges', { customRole: { id: 'crew', removed: true } })
    expect(as(key).get('prod').status).toBe(403)
  })

  test('what is not there cannot be granted or changed', () => {
    const { happen } = makeClusters()
    const change = (body: object) => () => happen('roleChanges', body)
    expect(change({ customRole: { id: 'crew', permissions: ['moon.key.read'] } })).toThrow(
      'no permission moon.key.read',
    )
    expect(change({ customRole: { id: 'crew', removed: true } })).toThrow('no role crew')
    expect(change({ customRole: { id: 'uptime.reader' } })).toThrow('built in')
    expect(change({ userId: 'usr_member', grants: [{ role: 'crew' }] })).toThrow('no role crew')
    expect(change({ userId: 'usr_member', grants: [{ role: 'oncall.reader', resourceIds: ['sch_1'] }] })).toThrow(
      'the role oncall.reader cannot be narrowed to resources',
    )
  })

  test('somebody new comes with a session; an empty list of grants leaves nothing', () => {
    const model = makeClusters()
    const { call, happen } = model
    expect(happen('roleChanges', { userId: 'usr_new', role: 'admin' }).changed).toEqual([
      { entity: 'User', id: 'usr_new', change: 'created' },
    ])
    const sessions = () =>
      [...everyRow(model.now().tables.Credential)].filter(({ userId }) => userId === 'usr_new').map(({ id }) => id)
    const [session = ''] = sessions()
    expect(call('getIamCatalog', session).status).toBe(200)
    happen('roleChanges', { userId: 'usr_new', grants: [] })
    expect(call('listClusters', session).status).toBe(403)
    happen('roleChanges', { userId: 'usr_new', role: 'owner' })
    expect(call('listClusters', session).status).toBe(200)
    expect(sessions()).toHaveLength(1)
  })
})

const STORIES: Readonly<Record<string, (world: ReturnType<typeof makeClusters>) => unknown>> = {
  'iam.builtin-roles-listed': ({ call }) => call('getIamCatalog', 'owner').body.roles.length,
  'iam.live-resources': ({ call, owner }) => {
    owner.create()
    return call('getIamCatalog', 'owner').body.resources
  },
  'iam.every-tier': ({ call }) => call('listPermissions', 'owner').body,
  'iam.named-permissions': ({ call }) => call('listPermissions', 'owner').body,
}
const statements = IAM_RULES.filter(({ kind }) => kind === 'statement').map(({ id }) => id)

test.each(statements)('broken, %s no longer holds', (id) => {
  const story = STORIES[id]
  if (!story) throw new Error(`no story shows ${id}`)
  expect(story(makeClusters({ model: mistaken([id]) }))).not.toEqual(story(makeClusters()))
})
