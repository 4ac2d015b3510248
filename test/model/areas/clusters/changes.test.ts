import { describe, expect, test } from 'vitest'
import { makeClusters, PROD } from './world.ts'

describe('CLU-03: a change rolls the control plane', () => {
  test('it is accepted, goes on, and ends with what was asked for', () => {
    const { owner, ready, advance } = makeClusters()
    ready()
    const answer = owner.patch('prod', { orchestratorVersion: '1.32.4', replicas: 5 })
    expect(answer).toMatchObject({
      status: 200,
      body: { phase: 'rolling', orchestratorVersion: '1.32.4', replicas: 5 },
    })
    expect(advance(90).map(({ timer }) => timer)).toEqual(['cluster-rolled'])
    expect(owner.get('prod').body).toEqual({
      ...PROD,
      orchestratorVersion: '1.32.4',
      replicas: 5,
      phase: 'ready',
      endpoint: 'https://prod.clusters.example:6443',
      managedLoadBalancers: { enabled: true, maxServices: 5, loadBalancers: [] },
    })
  })

  test.each([
    ['new', { orchestratorVersion: '1.32.4', replicas: 5 }],
    ['old', { orchestratorVersion: '1.31.8', replicas: 3 }],
    ['version-last', { orchestratorVersion: '1.31.8', replicas: 5 }],
  ] as const)('during the roll it shows %s values', (shows, expected) => {
    const { owner, ready, advance, setGap } = makeClusters({ gaps: { 'clusters.change-shows': shows } })
    ready()
    expect(owner.patch('prod', { orchestratorVersion: '1.32.4', replicas: 5 }).body).toMatchObject(expected)
    expect(owner.list()[0]).toMatchObject(expected)
    advance(90)
    expect(owner.get('prod').body).toMatchObject({ orchestratorVersion: '1.32.4', replicas: 5 })
    setGap('clusters.overdue-work', 'goes-on')
    expect(owner.get('prod').body).toMatchObject({ phase: 'rolling', ...expected })
  })

  test('the datastore changes as a whole; all four fields are needed', () => {
    const { owner, ready } = makeClusters()
    ready()
    const datastore = { size: 'db-large', storageGiB: 80, replicas: 3, backups: false }
    expect(owner.patch('prod', { datastore: { size: 'db-large' } }).status).toBe(400)
    expect(owner.patch('prod', { datastore }).body.datastore).toEqual({ mode: 'dedicated', ...datastore })
  })

  test('nothing, or only the load balancer switch, rolls or not', () => {
    const { owner, ready, setGap, advance } = makeClusters()
    ready()
    const off = { managedLoadBalancers: { enabled: false } }
    expect(owner.patch('prod', {}).body.phase).toBe('ready')
    expect(owner.patch('prod', { tier: 'medium' }).body.phase).toBe('ready')
    expect(owner.patch('prod', off).body).toMatchObject({ phase: 'ready', managedLoadBalancers: { enabled: false } })
    setGap('clusters.load-balancer-switch', 'roll')
    setGap('clusters.change-shows', 'old')
    expect(owner.patch('prod', { managedLoadBalancers: { enabled: true } }).body).toMatchObject({
      phase: 'rolling',
      managedLoadBalancers: { enabled: false },
    })
    advance(90)
    setGap('clusters.unchanged-patch', 'roll')
    expect(owner.patch('prod', { tier: 'medium' }).body.phase).toBe('rolling')
    setGap('general.empty-patch', 'refuse')
    expect(owner.patch('prod', {}).status).toBe(400)
  })

  test('what may become smaller or be combined is open', () => {
    const { owner, datastore, patch, setGap } = withProd()
    expect(datastore({ storageGiB: 10 })).toBe(400)
    expect(datastore({ replicas: 1 })).toBe(200)
    setGap('clusters.patch-while-rolling', 'accept')
    setGap('clusters.shrinking-datastore', 'nothing')
    expect(datastore({ size: 'db-small' })).toBe(400)
    setGap('clusters.shrinking-datastore', 'everything')
    expect(datastore({ storageGiB: 10 })).toBe(200)
    expect(patch({ replicas: 1 })).toBe(200)
    owner.patch('prod', { replicas: 3 })
    setGap('clusters.fewer-replicas', 'refuse')
    expect(patch({ replicas: 1 })).toBe(400)
    expect(patch({ tier: 'large', orchestratorVersion: '1.32.4' })).toBe(200)
    setGap('clusters.combined-change', 'refuse')
    expect(patch({ tier: 'medium', orchestratorVersion: '1.32.4' })).toBe(400)
    expect(patch({ tier: 'gigantic' })).toBe(400)
    setGap('clusters.change-tier-values', 'accept')
    expect(owner.patch('prod', { tier: 'gigantic' }).body.tier).toBe('gigantic')
  })

  test('mesh and datastore mode are not listed in a change', () => {
    const { owner, setGap } = withProd()
    expect(owner.patch('prod', { mesh: false }).body.mesh).toBe(true)
    setGap('clusters.fixed-in-patch', 'refuse')
    expect(owner.patch('prod', { mesh: false }).status).toBe(400)
    setGap('clusters.fixed-in-patch', 'apply')
    expect(owner.patch('prod', { mesh: false }).body.mesh).toBe(false)
  })

  describe('the mode of a datastore, where a change of it applies', () => {
    const SIZES = { size: 'db-small', storageGiB: 10, replicas: 1, backups: true }
    const withDatastore = (datastore: object) => {
      const clusters = makeClusters({ gaps: { 'clusters.fixed-in-patch': 'apply' } })
      clusters.ready({ datastore })
      const patch = (mode: unknown, more: object = SIZES) =>
        clusters.owner.patch('prod', { datastore: { mode, ...more } })
      return { ...clusters, patch }
    }

    test('turns a shared one into a dedicated one', () => {
      const { patch } = withDatastore({ mode: 'shared' })
      expect(patch('dedicated')).toMatchObject({ status: 200, body: { datastore: { mode: 'dedicated', ...SIZES } } })
    })

    test('turns a dedicated one into a shared one, as a new one is', () => {
      const { patch, owner } = withDatastore({ mode: 'dedicated', ...SIZES, storageGiB: 50 })
      expect(patch('shared')).toMatchObject({ status: 200 })
      expect(owner.get('prod').body.datastore).toEqual({ mode: 'shared' })
    })

    test('leaves a shared one to the gap about changes of shared ones', () => {
      const { patch, setGap } = withDatastore({ mode: 'shared' })
      expect(patch('shared').status).toBe(400)
      setGap('clusters.datastore-change-on-shared', 'ignore')
      expect(patch('shared').body.datastore).toEqual({ mode: 'shared' })
    })

    test('knows no others, and no other mesh than true and false', () => {
      const { patch, owner } = withDatastore({ mode: 'shared' })
      expect(patch('exclusive').status).toBe(400)
      expect(owner.patch('prod', { mesh: 'on' }).status).toBe(400)
    })
  })

  test('mesh alone is something that is named', () => {
    const { owner } = withProd({ 'clusters.fixed-in-patch': 'apply', 'general.empty-patch': 'refuse' })
    expect(owner.patch('prod', { mesh: false }).body.mesh).toBe(false)
    expect(owner.patch('prod', {}).status).toBe(400)
  })

  test('a datastore change of a shared one is refused, ignored or taken', () => {
    const { owner, setGap, ready } = makeClusters()
    ready({ datastore: { mode: 'shared' } })
    expect(owner.datastore('prod', {}).status).toBe(400)
    setGap('clusters.datastore-change-on-shared', 'ignore')
    expect(owner.datastore('prod', {}).body.datastore).toEqual({ mode: 'shared' })
    setGap('clusters.datastore-change-on-shared', 'accept')
    expect(owner.datastore('prod', {}).body.datastore).toMatchObject({ mode: 'shared', size: 'db-medium' })
  })
})

function withProd(gaps = {}) {
  const clusters = makeClusters({ gaps })
  clusters.ready()
  const patch = (body: object) => clusters.owner.patch('prod', body).status
  const datastore = (change: object) => clusters.owner.datastore('prod', change).status
  return { ...clusters, patch, datastore }
}

describe('CLU-04: versions', () => {
  const to = (version: string, gaps = {}) => {
    const { owner, ready } = makeClusters({ gaps })
    ready()
    const { status } = owner.patch('prod', { orchestratorVersion: version })
    return [status, owner.get('prod').body.orchestratorVersion]
  }

  test('one minor up, within the catalog', () => {
    expect(to('1.32.4')).toEqual([200, '1.32.4'])
    expect(to('1.31.8')).toEqual([200, '1.31.8'])
  })

  test('not out of the catalog, not down, not two minors', () => {
    expect(to('1.32.5')).toEqual([400, '1.31.8'])
    expect(to('1.30.9')).toEqual([409, '1.31.8'])
    expect(to('1.33.1')).toEqual([409, '1.31.8'])
    const gaps = { 'clusters.version-catalog': ['1.31.7', '1.31.8', '1.31.9'] }
    expect(to('1.31.7', gaps)).toEqual([409, '1.31.8'])
    expect(to('1.31.9', gaps)).toEqual([200, '1.31.9'])
  })

  test('versions are ordered as numbers, pre-releases before their release', () => {
    const gaps = { 'clusters.version-catalog': ['1.31.8', '1.31.10-rc.2', '1.31.10-rc.10', '1.31.10', '1.32.0'] }
    expect(to('1.31.10', gaps)[0]).toBe(200)
    const { owner, ready } = makeClusters({ gaps: { ...gaps, 'clusters.progress': 'at-once' } })
    ready({ orchestratorVersion: '1.31.10-rc.10' })
    const step = (version: string) => owner.patch('prod', { orchestratorVersion: version }).status
    expect([step('1.31.10-rc.2'), step('1.31.10'), step('1.31.10-rc.10'), step('1.32.0')]).toEqual([409, 200, 409, 200])
  })

  test('whether the next major is one hop away is open', () => {
    const catalog = { 'clusters.version-catalog': ['1.31.8', '2.0.0', '2.1.0'] }
    expect(to('2.0.0', catalog)[0]).toBe(409)
    expect(to('2.0.0', { ...catalog, 'clusters.major-hop': 'accept' })[0]).toBe(200)
    expect(to('2.1.0', { ...catalog, 'clusters.major-hop': 'accept' })[0]).toBe(409)
  })

  test('the side door shows the catalog and the default', () => {
    const { call } = makeClusters()
    expect(call('listClusterVersions', 'member').body.versions.slice(-2)).toEqual([
      { version: '1.32.4', default: false },
      { version: '1.33.1', default: true },
    ])
  })
})

describe('CLU-05: node skew', () => {
  test('409 names the nodes that would be left too far behind', () => {
    const { owner, ready, happen } = makeClusters()
    ready()
    happen('nodeJoins', { cluster: 'prod', node: 'w1' })
    happen('nodeJoins', { cluster: 'prod', node: 'w2', agentVersion: '1.29.12' })
    happen('nodeJoins', { cluster: 'prod', node: 'w3', agentVersion: '1.29.12' })
    expect(owner.patch('prod', { orchestratorVersion: '1.32.4' })).toMatchObject({
      status: 409,
      body: { error: 'agents would be too far behind 1.32.4: w2, w3' },
    })
    happen('agentUpgraded', { cluster: 'prod', node: 'w2', agentVersion: '1.30.9' })
    happen('nodeLost', { cluster: 'prod', node: 'w3', how: 'vanished' })
    expect(owner.patch('prod', { orchestratorVersion: '1.32.4' }).status).toBe(200)
  })

  test('how far is open', () => {
    const { owner, ready, happen } = makeClusters({ gaps: { 'clusters.node-skew': 0 } })
    ready()
    happen('nodeJoins', { cluster: 'prod', node: 'w1' })
    expect(owner.patch('prod', { orchestratorVersion: '1.32.4' }).status).toBe(409)
  })
})

describe('CLU-06: headroom', () => {
  test('409 names the crowded component; a larger tier is not looked at', () => {
    const { owner, ready, happen } = makeClusters()
    ready()
    happen('headroomChanges', { cluster: 'prod', component: 'scheduler', usedPercent: 60 })
    happen('headroomChanges', { cluster: 'prod', component: 'datastore', usedPercent: 85 })
    expect(owner.patch('prod', { tier: 'small' })).toMatchObject({
      status: 409,
      body: { error: 'not enough headroom: datastore' },
    })
    expect(owner.get('prod').body.tier).toBe('medium')
    expect(owner.patch('prod', { tier: 'large' }).status).toBe(200)
    expect(() => happen('headroomChanges', { cluster: 'prod', component: 'moon', usedPercent: 1 })).toThrow('moon')
    expect(() => happen('headroomChanges', { cluster: 'nope', component: 'datastore', usedPercent: 1 })).toThrow(
      'there is no cluster nope',
    )
  })

  test('a smaller tier passes where there is room; nobody may have said how much', () => {
    const { owner, ready, happen, setGap } = makeClusters()
    ready()
    happen('headroomChanges', { cluster: 'prod', component: 'datastore', usedPercent: 10 })
    setGap('clusters.unreported-headroom', 'crowded')
    expect(owner.patch('prod', { tier: 'small' }).body.error).toBe('not enough headroom: api-server')
    setGap('clusters.unreported-headroom', 'roomy')
    expect(owner.patch('prod', { tier: 'small' }).body.tier).toBe('small')
  })
})

describe('CLU-07: concurrent changes', () => {
  test("409 while somebody else's change is under way", () => {
    const { owner, ready, happen, advance } = makeClusters()
    ready()
    happen('clusterChangesConcurrently', { cluster: 'prod', change: { replicas: 5 } })
    expect(owner.patch('prod', { tier: 'large' })).toMatchObject({
      status: 409,
      body: { error: 'another change is under way' },
    })
    expect(() => happen('clusterChangesConcurrently', { cluster: 'prod' })).toThrow('being changed already')
    advance(90)
    expect(owner.patch('prod', { tier: 'large' }).body).toMatchObject({ tier: 'large', replicas: 5 })
  })

  test('one that lasts one request is over when it has met one', () => {
    const { owner, ready, happen, advance } = makeClusters()
    ready()
    happen('clusterChangesConcurrently', { cluster: 'prod', lasts: 'one-request' })
    advance(3600)
    expect(owner.patch('prod', { tier: 'enormous' }).status).toBe(400)
    expect(owner.patch('prod', { tier: 'large' }).status).toBe(409)
    expect(owner.patch('prod', { tier: 'large' }).status).toBe(200)
  })

  test('whether a change meets its own roll is open', () => {
    const { owner, ready, setGap } = makeClusters()
    ready()
    owner.patch('prod', { replicas: 5 })
    expect(owner.patch('prod', { tier: 'large' }).status).toBe(409)
    setGap('clusters.patch-while-rolling', 'accept')
    expect(owner.patch('prod', { tier: 'large' }).body).toMatchObject({ tier: 'large', replicas: 5, phase: 'rolling' })
    setGap('clusters.change-shows', 'old')
    expect(owner.get('prod').body).toMatchObject({ tier: 'medium', replicas: 3 })
  })

  test('while it is provisioned or torn down changes are refused, or taken up on the way', () => {
    const { owner, setGap, advance } = makeClusters()
    owner.create()
    expect(owner.patch('prod', { tier: 'large' }).status).toBe(409)
    setGap('clusters.patch-while-provisioning', 'accept')
    expect(owner.patch('prod', { tier: 'large' }).body).toMatchObject({ tier: 'large', phase: 'provisioning' })
    advance(120)
    owner.remove('prod')
    expect(owner.patch('prod', { replicas: 5 }).status).toBe(409)
    setGap('clusters.patch-while-deleting', 'accept')
    expect(owner.patch('prod', { replicas: 5 }).body).toMatchObject({ replicas: 5, phase: 'deleting' })
  })
})

describe('CLU-16: a control plane without redundancy restarts briefly', () => {
  test('its endpoint is away, or its nodes are not ready', () => {
    const { owner, ready, happen, advance, setGap } = makeClusters()
    ready({ replicas: 1 })
    happen('nodeJoins', { cluster: 'prod', node: 'w1', ready: true })
    const shown = () => [owner.get('prod').body.endpoint !== undefined, owner.nodes('prod')[0].ready]
    owner.patch('prod', { tier: 'large' })
    expect(shown()).toEqual([false, true])
    setGap('clusters.single-replica-restart', 'nodes-not-ready')
    expect(shown()).toEqual([true, false])
    advance(15)
    expect(shown()).toEqual([true, true])
  })

  test('one with redundancy does not', () => {
    const { owner, ready } = makeClusters()
    ready()
    expect(owner.patch('prod', { tier: 'large' }).body.endpoint).toBeDefined()
  })
})

describe('CLU-14, LIM-02: load balancers', () => {
  test('one entry per exposed service, no more than maxServices', () => {
    const { owner, ready, happen, setGap } = makeClusters()
    ready()
    const expose = (service: string) => happen('serviceExposed', { cluster: 'prod', service })
    const shown = () => owner.get('prod').body.managedLoadBalancers
    expect(expose('shop/a')).toMatchObject({ service: 'shop/a', ip: '203.0.113.10' })
    expect(expose('shop/b')).toMatchObject({ ip: '203.0.113.11' })
    expect(() => expose('shop/a')).toThrow('exposed already')
    expect(shown()).toEqual({
      enabled: true,
      maxServices: 5,
      loadBalancers: [
        { service: 'shop/a', ip: '203.0.113.10' },
        { service: 'shop/b', ip: '203.0.113.11' },
      ],
    })
    happen('quotaChanges', { quota: 'load-balancer-services', value: 2, cluster: 'prod' })
    expect(() => expose('shop/c')).toThrow('as many services as it may')
    setGap('clusters.service-over-limit', 'wait')
    expect(expose('shop/c')).not.toHaveProperty('ip')
    happen('serviceWithdrawn', { cluster: 'prod', service: 'shop/a' })
    expect(shown().loadBalancers).toEqual([
      { service: 'shop/b', ip: '203.0.113.11' },
      { service: 'shop/c', ip: '203.0.113.10' },
    ])
    expect(() => happen('serviceWithdrawn', { cluster: 'prod', service: 'shop/a' })).toThrow('is not exposed')
  })

  test('what switching off does to exposed services is open', () => {
    const { owner, ready, happen, setGap } = makeClusters()
    ready()
    happen('serviceExposed', { cluster: 'prod', service: 'shop/a', ip: '198.51.100.7' })
    const off = () => owner.patch('prod', { managedLoadBalancers: { enabled: false } })
    setGap('clusters.switch-off-exposed', 'refuse')
    expect(off().status).toBe(409)
    setGap('clusters.switch-off-exposed', 'withdraw')
    expect(off().body.managedLoadBalancers.loadBalancers).toEqual([])
    expect(() => happen('serviceExposed', { cluster: 'prod', service: 'shop/a' })).toThrow('are off')
  })

  test('a lowered limit leaves what is there', () => {
    const { owner, ready, happen } = makeClusters()
    ready()
    happen('serviceExposed', { cluster: 'prod', service: 'shop/a' })
    happen('quotaChanges', { quota: 'load-balancer-services', value: 0 })
    expect(owner.get('prod').body.managedLoadBalancers).toMatchObject({
      maxServices: 0,
      loadBalancers: [{ service: 'shop/a' }],
    })
  })
})
