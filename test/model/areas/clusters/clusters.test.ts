import { describe, expect, test } from 'vitest'
import { makeClusters, PROD } from './world.ts'

describe('CLU-01, CLU-02: creating a cluster', () => {
  test('it is accepted for provisioning with what was given', () => {
    const { owner } = makeClusters()
    const created = owner.create()
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      ...PROD,
      phase: 'provisioning',
      managedLoadBalancers: { enabled: true, maxServices: 5, loadBalancers: [] },
    })
    expect(owner.get('prod').body).toEqual(created.body)
    expect(owner.list()).toEqual([created.body])
  })

  test('the rest has defaults, all open', () => {
    const { owner, setGap } = makeClusters()
    expect(owner.create({ name: 'small', tier: 'small' }).body).toEqual({
      name: 'small',
      tier: 'small',
      orchestratorVersion: '1.33.1',
      replicas: 1,
      mesh: false,
      datastore: { mode: 'shared' },
      phase: 'provisioning',
      managedLoadBalancers: { enabled: false, maxServices: 5, loadBalancers: [] },
    })
    setGap('clusters.default-version', 'previous-minor')
    setGap('clusters.default-datastore-mode', 'dedicated')
    const { orchestratorVersion, datastore } = owner.create({ name: 'other', tier: 'small' }).body
    expect(orchestratorVersion).toBe('1.32.4')
    expect(datastore).toEqual({ mode: 'dedicated', size: 'db-small', storageGiB: 20, replicas: 1, backups: true })
    setGap('clusters.datastore-defaults', 'omit')
    expect(owner.create({ name: 'third', tier: 'small' }).body.datastore).toEqual({ mode: 'dedicated' })
  })

  test('when provisioning is over it is ready and has an endpoint', () => {
    const { owner, advance } = makeClusters()
    owner.create()
    advance(119)
    expect(owner.get('prod').body.phase).toBe('provisioning')
    expect(advance(1).map(({ timer }) => timer)).toEqual(['cluster-provisioned'])
    expect(owner.get('prod').body).toMatchObject({ phase: 'ready', endpoint: 'https://prod.clusters.example:6443' })
  })

  test('name and tier are needed, mode and enabled inside theirs, values are those of the enumerations', () => {
    const { owner } = makeClusters()
    const bodies = [
      { tier: 'small' },
      { name: 'x' },
      { ...PROD, tier: 'huge' },
      { ...PROD, datastore: {} },
      { ...PROD, datastore: { mode: 'cloudy' } },
      { ...PROD, datastore: { mode: 'dedicated', size: 'db-huge' } },
      { ...PROD, managedLoadBalancers: {} },
    ]
    expect(bodies.map((body) => owner.create(body).status)).toEqual([400, 400, 400, 400, 400, 400, 400])
    expect(owner.list()).toEqual([])
  })

  test('401 without a caller, 404 for an unknown cluster', () => {
    const { as, owner } = makeClusters()
    expect(as(undefined).create().status).toBe(401)
    expect(as('nobody').get('prod').status).toBe(401)
    expect([owner.get('nope'), owner.patch('nope', {}), owner.remove('nope'), owner.kubeconfig('nope')]).toMatchObject(
      Array(4).fill({ status: 404, body: { error: 'there is no cluster nope' } }),
    )
  })

  test('403 when the quota is exceeded; clusters on their way out count or not', () => {
    const { owner, happen, ready, setGap } = makeClusters()
    ready()
    happen('quotaChanges', { quota: 'clusters', value: 1 })
    const more = () => owner.create({ ...PROD, name: 'more' })
    expect(more()).toMatchObject({ status: 403, body: { error: 'the cluster quota is exceeded' } })
    owner.remove('prod')
    expect(more().status).toBe(403)
    setGap('clusters.quota-counts-deleting', 'ignore')
    expect(more().status).toBe(201)
  })

  test('without an arrangement the usual quota holds', () => {
    const { owner } = makeClusters({ gaps: { 'clusters.quota': 1 } })
    expect([owner.create().status, owner.create({ ...PROD, name: 'more' }).status]).toEqual([201, 403])
  })

  test("another organization's cluster is unknown or a mismatch, and never listed", () => {
    const { as, ready, setGap } = makeClusters()
    ready()
    const outsider = as('outsider')
    expect(outsider.list()).toEqual([])
    expect([outsider.get('prod').status, outsider.remove('prod').status]).toEqual([404, 404])
    setGap('clusters.foreign-cluster-status', 403)
    expect([outsider.get('prod').status, outsider.get('nope').status]).toEqual([403, 404])
  })

  test('a name is taken within the organization, perhaps everywhere', () => {
    const { owner, as, setGap } = makeClusters()
    owner.create()
    expect(owner.create().status).toBe(409)
    expect(as('outsider').create().status).toBe(201)
    setGap('clusters.name-scope', 'everywhere')
    expect(as('outsider').create({ ...PROD, name: 'own' }).status).toBe(201)
    expect(owner.create({ ...PROD, name: 'own' }).status).toBe(409)
    expect(owner.create({ ...PROD, name: 'Not a name' }).status).toBe(400)
  })

  test('versions outside the catalog, odd sizes and numbers are open', () => {
    const { owner, setGap } = makeClusters()
    const create = (change: object) => owner.create({ ...PROD, name: `c${owner.list().length}`, ...change }).status
    const shared = { datastore: { mode: 'shared', size: 'db-small' } }
    const unsized = { datastore: { mode: 'dedicated' } }
    expect(create({ orchestratorVersion: '9.9.9' })).toBe(400)
    expect([create({ replicas: 0 }), create({ replicas: 6 }), create(shared), create(unsized)]).toEqual([
      400, 400, 400, 201,
    ])
    const tiny = { datastore: { mode: 'dedicated', size: 'db-small', storageGiB: 0 } }
    expect([create({ replicas: 2 }), create(tiny)]).toEqual([201, 400])
    setGap('clusters.storage-below-one', 'accept')
    expect([create(tiny), create({ replicas: 0 })]).toEqual([201, 400])
    setGap('clusters.create-outside-catalog', 'accept')
    setGap('clusters.counts-below-one', 'accept')
    setGap('clusters.most-replicas', 7)
    setGap('clusters.shared-with-sizing', 'ignore')
    setGap('clusters.dedicated-without-size', 'refuse')
    setGap('clusters.even-replicas', 'refuse')
    setGap('clusters.least-storage-gib', 50)
    expect(create({ orchestratorVersion: '9.9.9', datastore: { mode: 'shared' } })).toBe(201)
    expect(create({ replicas: 7, ...shared })).toBe(201)
    expect(owner.list().at(-1)?.datastore).toEqual({ mode: 'shared' })
    expect([create(unsized), create({ replicas: 2, ...shared }), create({})]).toEqual([400, 400, 400])
  })
})

describe('CLU-08: teardown', () => {
  test('202 without a body; it shows for a while, then it is unknown', () => {
    const { owner, ready, advance } = makeClusters()
    ready()
    const answer = owner.remove('prod')
    expect([answer.status, answer.body]).toEqual([202, undefined])
    expect(owner.get('prod').body.phase).toBe('deleting')
    expect(advance(60).map(({ timer }) => timer)).toEqual(['cluster-torn-down'])
    expect(owner.get('prod').status).toBe(404)
    expect(owner.remove('prod').status).toBe(404)
    expect(owner.list()).toEqual([])
    expect(owner.create().status).toBe(201)
  })

  test('nodes and tokens go with it', () => {
    const { owner, ready, advance, happen } = makeClusters()
    ready()
    happen('nodeJoins', { cluster: 'prod', node: 'w1' })
    owner.register('prod', { name: 'group' })
    owner.remove('prod')
    advance(60)
    ready()
    expect([owner.nodes('prod'), owner.tokens('prod')]).toEqual([[], []])
  })

  test('whether it still shows, may be deleted again, or frees its name at once is open', () => {
    const { owner, ready, setGap } = makeClusters()
    ready()
    owner.remove('prod')
    expect([owner.remove('prod').status, owner.create().status]).toEqual([202, 409])
    setGap('clusters.repeat-delete', 'refuse')
    expect(owner.remove('prod').status).toBe(409)
    setGap('clusters.deleting-visible', 'gone')
    expect([owner.get('prod').status, owner.list()]).toEqual([404, []])
    setGap('clusters.name-while-deleting', 'free')
    expect(owner.create().body.phase).toBe('provisioning')
  })

  test('a cluster that took the name is not torn down for its predecessor', () => {
    const { owner, ready, advance } = makeClusters({ gaps: { 'clusters.name-while-deleting': 'free' } })
    ready()
    owner.remove('prod')
    owner.create()
    advance(1000)
    expect(owner.get('prod').body.phase).toBe('ready')
  })

  test('while it is provisioned, rolled or has nodes, deleting is open', () => {
    const { owner, happen, setGap, advance } = makeClusters({ gaps: { 'clusters.delete-while-changing': 'refuse' } })
    owner.create()
    expect(owner.remove('prod').status).toBe(409)
    advance(120)
    happen('nodeJoins', { cluster: 'prod', node: 'w1' })
    setGap('clusters.delete-with-nodes', 'refuse')
    expect(owner.remove('prod').status).toBe(409)
    setGap('clusters.delete-with-nodes', 'accept')
    expect(owner.remove('prod').status).toBe(202)
  })

  test('a teardown may be slower than usual, up to a deadline', () => {
    const { owner, ready, advance, setGap } = makeClusters()
    ready()
    owner.remove('prod')
    advance(600)
    expect(owner.get('prod').status).toBe(404)
    setGap('clusters.overdue-work', 'goes-on')
    expect(owner.get('prod').body.phase).toBe('deleting')
    expect(owner.list()).toHaveLength(1)
    advance(3000)
    expect(owner.get('prod').status).toBe(404)
  })
})

describe('asynchronous work', () => {
  test('at once', () => {
    const { owner, happen } = makeClusters({ gaps: { 'clusters.progress': 'at-once' } })
    expect(owner.create().body.phase).toBe('ready')
    expect(owner.patch('prod', { replicas: 5 }).body).toMatchObject({ phase: 'ready', replicas: 5 })
    happen('nodeJoins', { cluster: 'prod', node: 'w1' })
    expect(owner.nodes('prod')).toEqual([{ name: 'w1', ready: true, agentVersion: '1.31.8' }])
    owner.remove('prod')
    expect(owner.get('prod').status).toBe(404)
  })

  test('after a number of reads', () => {
    const { owner, happen, advance } = makeClusters({ gaps: { 'clusters.progress': 'after-reads' } })
    owner.create()
    advance(10_000)
    const phases = () => [owner.list()[0].phase, owner.get('prod').body.phase, owner.get('prod').body.phase]
    expect(phases()).toEqual(['provisioning', 'provisioning', 'ready'])
    owner.patch('prod', { replicas: 5 })
    expect(phases()).toEqual(['rolling', 'rolling', 'ready'])
    happen('nodeJoins', { cluster: 'prod', node: 'w1' })
    expect([1, 2, 3].map(() => owner.nodes('prod')[0].ready)).toEqual([false, false, true])
    owner.remove('prod')
    expect([1, 2, 3].map(() => owner.get('prod').status)).toEqual([200, 200, 404])
  })
})

describe('CLU-09: usage', () => {
  test('a metering snapshot', () => {
    const { owner, ready, happen, advance } = makeClusters()
    ready()
    happen('nodeJoins', { cluster: 'prod', node: 'w1' })
    advance(7200)
    owner.deregister('prod', 'w1')
    happen('nodeJoins', { cluster: 'prod', node: 'w2' })
    advance(3600)
    expect(owner.usage('prod').body).toEqual({
      cluster: 'prod',
      at: '2026-03-05T12:02:00Z',
      nodes: 1,
      controlPlaneHours: 9,
      nodeHours: 3,
      storageGiB: 40,
      loadBalancers: 0,
    })
  })

  test('its fields are open', () => {
    const { owner, ready } = makeClusters({ gaps: { 'clusters.usage-fields': ['nodes'] } })
    expect(owner.usage(ready()).body).toEqual({ nodes: 0 })
  })
})

describe('who may do what is open', () => {
  test('by default members change clusters and admins get at them', () => {
    const { as, ready, setGap } = makeClusters()
    const [member, admin] = [as('member'), as('admin')]
    ready()
    expect(member.create({ ...PROD, name: 'own' }).status).toBe(201)
    expect([member.kubeconfig('prod').status, member.remove('prod').status]).toEqual([403, 403])
    expect(member.register('prod', { name: 'group' }).status).toBe(403)
    expect([admin.kubeconfig('prod').status, admin.remove('prod').status]).toEqual([200, 202])
    setGap('general.role-tiers', { owner: 'admin', admin: 'admin', member: 'admin' })
    expect(member.kubeconfig('own').status).toBe(409)
  })

  test('a person with grants sees and does what is granted', () => {
    const { as, happen, ready } = makeClusters()
    ready()
    ready({ name: 'test' })
    happen('roleChanges', { userId: 'usr_member', grants: [{ role: 'clusters.admin', resourceIds: ['test'] }] })
    const member = as('member')
    expect(member.list().map(({ name }: { name: string }) => name)).toEqual(['test'])
    expect([member.kubeconfig('test').status, member.kubeconfig('prod').status]).toEqual([200, 403])
  })
})
