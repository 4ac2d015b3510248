import { expect } from 'vitest'
import { parse } from 'yaml'
import { each, outside } from './kit.ts'
import { line } from './line.ts'

const { owner, outsider, nobody, happens, tries, advance } = outside()

const PROD = '/clusters/prod'
const body = {
  name: 'prod',
  tier: 'medium',
  orchestratorVersion: '1.31.8',
  replicas: 3,
  datastore: { mode: 'dedicated', size: 'db-medium', storageGiB: 40, replicas: 2, backups: true },
  managedLoadBalancers: { enabled: true },
}
const create = (change: object = {}, by = owner) => by.post('/clusters', { ...body, ...change })
/** A cluster of acme whose provisioning is over. */
async function ready(change: object = {}): Promise<void> {
  expect((await create(change)).status).toBe(201)
  await advance('PT2M')
}
const cluster = async () => (await owner.get(PROD)).body
const nodes = async () => (await owner.get(`${PROD}/nodes`)).body.nodes
const joins = (node: string, more: object = {}) => happens('node-joins', { cluster: 'prod', node, ...more })
const comes = (token: string, node: string, name = 'prod') => nobody.post(`/clusters/${name}/join`, { token, node })

line('CLU-01: a used-up quota is 403, and another organization’s cluster is out of reach', async () => {
  await ready()
  await happens('quota-changes', { organization: 'acme', quota: 'clusters', value: 1 })
  expect(await create({ name: 'more' })).toMatchObject({
    status: 403,
    body: { error: 'the cluster quota is exceeded' },
  })
  expect(each((await owner.get('/clusters')).body.clusters, 'name')).toEqual(['prod'])
  expect((await outsider.get(PROD)).status).toBe(404)
  expect((await outsider.delete(PROD)).status).toBe(404)
  expect((await cluster()).phase).toBe('ready')
  expect((await create({ name: 'theirs' }, outsider)).status).toBe(201)
  expect(await cluster()).toMatchObject({
    ...body,
    managedLoadBalancers: { enabled: true, maxServices: 5, loadBalancers: [] },
  })
  await happens('quota-changes', { organization: 'acme', quota: 'clusters', value: 9 })
  expect((await create()).status).toBe(409)
})

line('CLU-04: a version comes from the catalog, never down, one minor at a time', async () => {
  const { versions } = (await owner.get('/cluster-versions')).body
  expect(each(versions, 'version')).toEqual(['1.29.12', '1.30.9', '1.31.8', '1.32.4', '1.33.1'])
  expect((await create({ orchestratorVersion: '9.9.9' })).status).toBe(400)
  await ready()
  const upgrade = async (orchestratorVersion: string) => (await owner.patch(PROD, { orchestratorVersion })).status
  expect([await upgrade('1.32.5'), await upgrade('1.30.9'), await upgrade('1.33.1')]).toEqual([400, 409, 409])
  expect((await cluster()).orchestratorVersion).toBe('1.31.8')
  expect(await upgrade('1.32.4')).toBe(200)
  await advance('PT10M')
  expect(await cluster()).toMatchObject({ orchestratorVersion: '1.32.4', phase: 'ready' })
})

line('CLU-05: an upgrade that leaves agents too far behind is 409 and names their nodes', async () => {
  await ready()
  await joins('w1')
  await joins('w2', { agentVersion: '1.29.12' })
  await joins('w3', { agentVersion: '1.29.12' })
  const upgrade = () => owner.patch(PROD, { orchestratorVersion: '1.32.4' })
  expect(await upgrade()).toMatchObject({
    status: 409,
    body: { error: 'agents would be too far behind 1.32.4: w2, w3' },
  })
  expect((await cluster()).orchestratorVersion).toBe('1.31.8')
  await happens('agent-upgraded', { cluster: 'prod', node: 'w2', agentVersion: '1.30.9' })
  expect((await upgrade()).body).toEqual({ error: 'agents would be too far behind 1.32.4: w3' })
  await happens('node-lost', { cluster: 'prod', node: 'w3', how: 'vanished' })
  expect((await upgrade()).status).toBe(200)
})

line('CLU-06: a smaller tier is 409 while a component is crowded, and names it; a larger one is not', async () => {
  await ready()
  await happens('headroom-changes', { cluster: 'prod', component: 'datastore', usedPercent: 85 })
  expect(await owner.patch(PROD, { tier: 'small' })).toMatchObject({
    status: 409,
    body: { error: 'not enough headroom: datastore' },
  })
  expect((await cluster()).tier).toBe('medium')
  expect((await owner.patch(PROD, { tier: 'large' })).status).toBe(200)
  await advance('PT10M')
  await happens('headroom-changes', { cluster: 'prod', component: 'datastore', usedPercent: 10 })
  expect((await owner.patch(PROD, { tier: 'medium' })).status).toBe(200)
})

line('CLU-07: a change that meets somebody else’s is 409', async () => {
  await ready()
  await happens('cluster-changes-concurrently', { cluster: 'prod', lasts: 'roll', change: { replicas: 5 } })
  expect(await owner.patch(PROD, { tier: 'large' })).toMatchObject({
    status: 409,
    body: { error: 'another change is under way' },
  })
  await advance('PT10M')
  expect(await cluster()).toMatchObject({ tier: 'medium', replicas: 5, phase: 'ready' })
})

line('CLU-09: the node list holds the nodes that are there, and usage is one metering object', async () => {
  await ready()
  expect(await nodes()).toEqual([])
  await joins('w1', { ready: true })
  await joins('w2', { ready: false, agentVersion: '1.30.9' })
  expect(await nodes()).toEqual([
    { name: 'w1', ready: true, agentVersion: '1.31.8' },
    { name: 'w2', ready: false, agentVersion: '1.30.9' },
  ])
  await happens('node-lost', { cluster: 'prod', node: 'w1' })
  await happens('node-lost', { cluster: 'prod', node: 'w2', how: 'vanished' })
  expect(await nodes()).toEqual([{ name: 'w1', ready: false, agentVersion: '1.31.8' }])
  await advance('PT2H')
  expect((await owner.get(`${PROD}/usage`)).body).toMatchObject({ cluster: 'prod', nodes: 1, nodeHours: 2 })
})

line('CLU-10: the client configuration is a kubeconfig whose token runs out', async () => {
  await ready()
  const { status, body: answer } = await owner.get(`${PROD}/kubeconfig`)
  expect([status, answer.expiresIn]).toEqual([200, 3600])
  const config = parse(answer.kubeconfig)
  const { token } = config.users[0].user
  expect(config).toMatchObject({ apiVersion: 'v1', kind: 'Config', 'current-context': 'prod' })
  const used = async () => (await happens('credential-used', { kind: 'kubeconfig', secret: token })).accepted
  await advance('PT59M59S')
  expect(await used()).toBe(true)
  await advance('PT1S')
  expect(await used()).toBe(false)
})

line('CLU-11: a join token lets one node in, once, for a short while', async () => {
  await ready()
  const mint = () => owner.post(`${PROD}/join-tokens`)
  const first = await mint()
  const { joinToken } = first.body
  expect(first).toMatchObject({
    status: 201,
    body: {
      cluster: 'prod',
      joinCommand: `cluster-agent join --cluster prod --token ${joinToken}`,
      expiresIn: 900,
    },
  })
  expect(await comes(joinToken, 'w1')).toMatchObject({
    status: 201,
    body: { name: 'w1', ready: false, agentVersion: '1.31.8' },
  })
  expect(await comes(joinToken, 'w2')).toMatchObject({ status: 401, body: { error: 'this join token has been used' } })
  const second = (await mint()).body.joinToken
  await advance('PT15M')
  expect((await comes(second, 'w2')).status).toBe(401)
  expect(await nodes()).toEqual([{ name: 'w1', ready: true, agentVersion: '1.31.8' }])
})

line('CLU-12: a deregistered node is out everywhere', async () => {
  await ready()
  await joins('w1', { ready: true, agentVersion: '1.29.12' })
  await joins('w2', { ready: true })
  expect((await owner.delete(`${PROD}/nodes/w1`)).status).toBe(204)
  expect(each(await nodes(), 'name')).toEqual(['w2'])
  expect((await owner.get(`${PROD}/usage`)).body.nodes).toBe(1)
  expect((await owner.patch(PROD, { orchestratorVersion: '1.32.4' })).status).toBe(200)
  expect((await owner.delete(`${PROD}/nodes/w1`)).status).toBe(404)
})

line('CLU-13: a registration token serves any number of nodes, unless it is off or revoked', async () => {
  await ready()
  const { status, body: minted } = await owner.post(`${PROD}/registration-tokens`, { name: 'group' })
  const { id, token, cloudConfig, joinCommand } = minted
  expect([status, joinCommand]).toEqual([201, `cluster-agent join --cluster prod --token ${token}`])
  expect(parse(cloudConfig)).toEqual({ runcmd: [joinCommand] })
  expect([(await comes(token, 'w1')).status, (await comes(token, 'w2')).status]).toEqual([201, 201])
  const at = `${PROD}/registration-tokens/${id}`
  expect((await owner.patch(at, { disabled: true })).status).toBe(204)
  expect((await comes(token, 'w3')).status).toBe(401)
  expect((await owner.patch(at, { disabled: false })).status).toBe(204)
  expect((await comes(token, 'w3')).status).toBe(201)
  const listed = (await owner.get(`${PROD}/registration-tokens`)).body
  expect(listed.tokens).toMatchObject([{ id, name: 'group', disabled: false, lastUsed: '2026-03-05T09:02:00Z' }])
  expect(JSON.stringify(listed)).not.toContain(token)
  expect((await owner.delete(at)).status).toBe(204)
  expect((await comes(token, 'w4')).status).toBe(401)
  const brief = (await owner.post(`${PROD}/registration-tokens`, { name: 'brief', expiresIn: 60 })).body
  await advance('PT1M')
  expect((await comes(brief.token, 'w4')).status).toBe(401)
  expect(each(await nodes(), 'name')).toEqual(['w1', 'w2', 'w3'])
})

line('CLU-14: a cluster shows its load balancers, one for every exposed service', async () => {
  await ready()
  const shown = async () => (await cluster()).managedLoadBalancers
  expect(await shown()).toEqual({ enabled: true, maxServices: 5, loadBalancers: [] })
  await happens('service-exposed', { cluster: 'prod', service: 'shop/a' })
  await happens('service-exposed', { cluster: 'prod', service: 'shop/b' })
  expect((await tries('service-exposed', { cluster: 'prod', service: 'shop/a' })).status).toBe(409)
  expect((await shown()).loadBalancers).toEqual([
    { service: 'shop/a', ip: '203.0.113.10' },
    { service: 'shop/b', ip: '203.0.113.11' },
  ])
  await happens('quota-changes', { quota: 'load-balancer-services', cluster: 'prod', value: 2 })
  expect((await tries('service-exposed', { cluster: 'prod', service: 'shop/c' })).status).toBe(409)
  await happens('service-withdrawn', { cluster: 'prod', service: 'shop/a' })
  expect((await shown()).loadBalancers).toEqual([{ service: 'shop/b', ip: '203.0.113.11' }])
})

line('CLU-16: a control plane of one restarts for a moment during a roll, one of three does not', async () => {
  await ready({ replicas: 1 })
  expect((await owner.patch(PROD, { tier: 'large' })).status).toBe(200)
  expect(await cluster()).not.toHaveProperty('endpoint')
  await advance('PT30S')
  expect(await cluster()).toMatchObject({ phase: 'rolling', endpoint: 'https://prod.clusters.example:6443' })
  await advance('PT10M')
  expect(await cluster()).toMatchObject({ phase: 'ready', tier: 'large' })
  await owner.patch(PROD, { replicas: 3 })
  await advance('PT10M')
  await owner.patch(PROD, { tier: 'medium' })
  expect(await cluster()).toMatchObject({ phase: 'rolling', endpoint: 'https://prod.clusters.example:6443' })
})
