import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeClusters } from './world.ts'

describe('CLU-10: client configuration', () => {
  test('a kubeconfig with a token in it that expires', () => {
    const { owner, ready, happen, advance } = makeClusters()
    const { status, body } = owner.kubeconfig(ready())
    expect([status, body.expiresIn]).toEqual([200, 3600])
    const config = parse(body.kubeconfig)
    const { token } = config.users[0].user
    expect(config).toEqual({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'prod', cluster: { server: 'https://prod.clusters.example:6443' } }],
      users: [{ name: 'prod-admin', user: { token } }],
      contexts: [{ name: 'prod', context: { cluster: 'prod', user: 'prod-admin' } }],
      'current-context': 'prod',
    })
    const use = (secret: string) => happen('credentialUsed', { kind: 'kubeconfig', secret }).accepted
    expect([use(token), use(body.kubeconfig), use('nope')]).toEqual([true, true, false])
    advance(3600)
    expect(use(token)).toBe(false)
    const again = parse(owner.kubeconfig('prod').body.kubeconfig).users[0].user.token
    expect([again === token, use(again)]).toEqual([false, true])
  })

  test('while the cluster is provisioned or torn down it is open', () => {
    const { owner, setGap, advance } = makeClusters()
    owner.create()
    expect(owner.kubeconfig('prod').status).toBe(409)
    setGap('clusters.kubeconfig-while-provisioning', 'accept')
    expect(owner.kubeconfig('prod').status).toBe(200)
    advance(120)
    owner.remove('prod')
    expect([owner.kubeconfig('prod').status, owner.joinToken('prod').status]).toEqual([409, 409])
    setGap('clusters.access-while-deleting', 'accept')
    expect([owner.kubeconfig('prod').status, owner.joinToken('prod').status]).toEqual([200, 201])
  })

  test.each([
    ['refuse', false],
    ['accept', true],
  ] as const)('what opened a cluster before it was torn down: %s', (choice, accepted) => {
    const { owner, ready, happen, setGap } = makeClusters()
    const name = ready()
    setGap('clusters.access-while-deleting', choice)
    const { kubeconfig } = owner.kubeconfig(name).body
    const secret = owner.register(name, { name: 'pool' }).body.token
    const opens = () => [
      happen('credentialUsed', { kind: 'kubeconfig', secret: kubeconfig }).accepted,
      happen('credentialUsed', { kind: 'registration-token', secret }).accepted,
    ]
    expect(opens()).toEqual([true, true])
    owner.remove(name)
    expect(opens()).toEqual([accepted, accepted])
  })
})

describe('CLU-11, LIM-03: join tokens', () => {
  test('one node, once', () => {
    const { owner, ready, join, advance } = makeClusters()
    const minted = owner.joinToken(ready())
    const { joinToken } = minted.body
    expect(minted).toMatchObject({
      status: 201,
      body: {
        cluster: 'prod',
        joinCommand: `cluster-agent join --cluster prod --token ${joinToken}`,
        expiresIn: 900,
      },
    })
    expect(join('prod', joinToken, 'w1')).toMatchObject({
      status: 201,
      body: { name: 'w1', ready: false, agentVersion: '1.31.8' },
    })
    expect(join('prod', joinToken, 'w2')).toMatchObject({
      status: 401,
      body: { error: 'this join token has been used' },
    })
    advance(30)
    expect(owner.nodes('prod')).toEqual([{ name: 'w1', ready: true, agentVersion: '1.31.8' }])
  })

  test('for a short while, in its own cluster', () => {
    const { owner, ready, join, advance } = makeClusters()
    ready()
    ready({ name: 'test' })
    const { joinToken } = owner.joinToken('prod').body
    expect(join('test', joinToken, 'w1').status).toBe(401)
    expect(join('prod', 'nope', 'w1').status).toBe(401)
    expect(join('nope', joinToken, 'w1').status).toBe(404)
    expect(join('nope', 'nope', 'w1').status).toBe(401)
    advance(900)
    expect(join('prod', joinToken, 'w1').status).toBe(401)
    expect(owner.nodes('prod')).toEqual([])
  })

  test('a newer one leaves older ones valid or not; what cluster shows is open', () => {
    const { owner, ready, join, setGap } = makeClusters()
    const first = owner.joinToken(ready()).body.joinToken
    setGap('clusters.several-join-tokens', 'replace')
    setGap('clusters.join-token-cluster', 'endpoint')
    const second = owner.joinToken('prod').body
    expect(second.cluster).toBe('https://prod.clusters.example:6443')
    expect([join('prod', first, 'w1').status, join('prod', second.joinToken, 'w1').status]).toEqual([401, 201])
  })

  test('the unit of its lifetime is open', () => {
    const { owner, ready, join, advance } = makeClusters({ gaps: { 'clusters.join-token-unit': 'minutes' } })
    const { joinToken } = owner.joinToken(ready()).body
    advance(900 * 60 - 1)
    expect(join('prod', joinToken, 'w1').status).toBe(201)
  })

  test('outside events use the same door', () => {
    const { owner, ready, happen } = makeClusters()
    const { joinToken } = owner.joinToken(ready()).body
    const come = (node: string) => happen('nodeJoins', { cluster: 'prod', node, token: joinToken })
    expect(come('w1')).toMatchObject({ node: 'w1', with: 'join-token' })
    expect(() => come('w2')).toThrow('has been used')
    expect(() => come('w2')).toThrow(expect.objectContaining({ rule: 'clusters.join-token-single-use' }))
    expect(owner.nodes('prod')).toHaveLength(1)
  })

  test('versions, names and phases of joining nodes are open', () => {
    const { owner, ready, join, setGap } = makeClusters()
    const { token } = owner.register(ready(), { name: 'group' }).body
    const come = (node: string, more = {}) => join('prod', token, node, more).status
    expect(come('old', { agentVersion: '1.28.0' })).toBe(409)
    expect(come('new', { agentVersion: '1.33.1' })).toBe(409)
    expect(come('odd', { agentVersion: 'x' })).toBe(409)
    expect([come('w1'), come('w1')]).toEqual([201, 409])
    setGap('clusters.join-skew', 'accept')
    setGap('clusters.join-taken-name', 'replace')
    setGap('clusters.join-agent-version', 'refuse')
    expect([come('old', { agentVersion: '1.28.0' }), come('w1', { agentVersion: '1.31.8' }), come('w2')]).toEqual([
      201, 201, 409,
    ])
    owner.create({ name: 'young', tier: 'small' })
    const young = owner.register('young', { name: 'group' }).body.token
    expect(join('young', young, 'w1', { agentVersion: '1.33.1' }).status).toBe(409)
    setGap('clusters.join-while-not-ready', 'accept')
    expect(join('young', young, 'w1', { agentVersion: '1.33.1' }).status).toBe(201)
    setGap('clusters.tokens-while-provisioning', 'refuse')
    expect(owner.joinToken('young').status).toBe(409)
  })
})

describe('CLU-09, CLU-12: nodes', () => {
  test('the live ones; a deregistered one is out', () => {
    const { owner, ready, happen } = makeClusters()
    ready()
    happen('nodeJoins', { cluster: 'prod', node: 'w1', ready: true })
    happen('nodeJoins', { cluster: 'prod', node: 'w2', ready: false, agentVersion: '1.30.9' })
    expect(owner.nodes('prod')).toEqual([
      { name: 'w1', ready: true, agentVersion: '1.31.8' },
      { name: 'w2', ready: false, agentVersion: '1.30.9' },
    ])
    happen('nodeLost', { cluster: 'prod', node: 'w1' })
    happen('nodeLost', { cluster: 'prod', node: 'w2', how: 'back' })
    expect(owner.nodes('prod').map((node: { ready: boolean }) => node.ready)).toEqual([false, true])
    expect(owner.deregister('prod', 'w1').status).toBe(204)
    expect(owner.nodes('prod').map((node: { name: string }) => node.name)).toEqual(['w2'])
    expect(owner.deregister('prod', 'w1').status).toBe(404)
    expect(() => happen('agentUpgraded', { cluster: 'prod', node: 'w1', agentVersion: '1.31.8' })).toThrow('no node w1')
  })
})

describe('CLU-13: registration tokens', () => {
  test('shown once, with a cloud configuration; listed without the secret', () => {
    const { owner, ready } = makeClusters()
    const minted = owner.register(ready(), { name: 'group', expiresIn: 3600 })
    const { id, token, cloudConfig, joinCommand } = minted.body
    expect([minted.status, joinCommand]).toEqual([201, `cluster-agent join --cluster prod --token ${token}`])
    expect(cloudConfig).toMatch(/^#cloud-config\n/)
    expect(parse(cloudConfig)).toEqual({ runcmd: [joinCommand] })
    expect(owner.tokens('prod')).toEqual([
      {
        id,
        name: 'group',
        createdAt: '2026-03-05T09:02:00Z',
        expiresAt: '2026-03-05T10:02:00Z',
        disabled: false,
      },
    ])
  })

  test('reusable; its last use shows', () => {
    const { owner, ready, join, happen, advance } = makeClusters()
    const { token, id } = owner.register(ready(), { name: 'group' }).body
    expect([join('prod', token, 'w1').status, join('prod', token, 'w2').status]).toEqual([201, 201])
    expect(owner.tokens('prod')).toMatchObject([{ lastUsed: '2026-03-05T09:02:00Z' }])
    advance(60)
    expect(happen('credentialUsed', { kind: 'registration-token', id })).toMatchObject({ accepted: true })
    expect(owner.tokens('prod')).toMatchObject([{ lastUsed: '2026-03-05T09:03:00Z' }])
  })

  test('its last use may not be kept', () => {
    const { owner, ready, join } = makeClusters({ gaps: { 'clusters.token-last-used': 'never' } })
    const { token } = owner.register(ready(), { name: 'group' }).body
    join('prod', token, 'w1')
    expect(owner.tokens('prod')[0]).not.toHaveProperty('lastUsed')
  })

  test('switched off and on again, then revoked', () => {
    const { owner, ready, join, happen } = makeClusters()
    const { token, id } = owner.register(ready(), { name: 'group' }).body
    expect(owner.switchToken('prod', id, true).status).toBe(204)
    expect(owner.tokens('prod')).toMatchObject([{ disabled: true }])
    expect(join('prod', token, 'w1')).toMatchObject({ status: 401, body: { error: 'this registration token is off' } })
    expect(happen('credentialUsed', { kind: 'registration-token', secret: token }).accepted).toBe(false)
    owner.switchToken('prod', id, false)
    expect(join('prod', token, 'w1').status).toBe(201)
    expect(owner.revoke('prod', id).status).toBe(204)
    expect(join('prod', token, 'w2').status).toBe(401)
    expect([owner.tokens('prod'), owner.revoke('prod', id).status]).toEqual([[], 404])
    expect(() => happen('credentialUsed', { kind: 'registration-token', id })).toThrow(`no registration token ${id}`)
  })

  test('what becomes of its nodes, of repetitions and of equal names is open', () => {
    const { owner, ready, join, setGap } = makeClusters()
    const { token, id } = owner.register(ready(), { name: 'group' }).body
    join('prod', token, 'w1')
    expect(owner.switchToken('prod', id, false).status).toBe(204)
    setGap('clusters.repeat-disabled', 'refuse')
    expect(owner.switchToken('prod', id, false).status).toBe(409)
    setGap('clusters.nodes-of-ended-token', 'not-ready')
    owner.switchToken('prod', id, true)
    expect(owner.nodes('prod')).toMatchObject([{ ready: false }])
    setGap('clusters.nodes-of-ended-token', 'remove')
    owner.revoke('prod', id)
    expect(owner.nodes('prod')).toEqual([])
    const mint = () => owner.register('prod', { name: 'twice' }).status
    expect([mint(), mint()]).toEqual([201, 201])
    setGap('clusters.registration-token-taken-name', 'refuse')
    expect(mint()).toBe(409)
    const lasting = (expiresIn: number) => owner.register('prod', { name: `for ${expiresIn}`, expiresIn }).status
    expect(lasting(0)).toBe(400)
    setGap('clusters.expires-in-minimum', 60)
    setGap('clusters.expires-in-maximum', 3600)
    expect([lasting(59), lasting(60), lasting(3600), lasting(3601)]).toEqual([400, 201, 201, 400])
    setGap('clusters.expires-in-below-one', 'accept')
    expect(lasting(0)).toBe(201)
  })

  test('the longest life in the longest unit ends within the years that ISO 8601 can write', () => {
    const { owner, ready, setGap } = makeClusters()
    setGap('clusters.expires-in-unit', 'days')
    expect(owner.register(ready(), { name: 'group', expiresIn: 315360000 }).status).toBe(201)
    expect(owner.tokens('prod')).toMatchObject([{ expiresAt: '9999-12-31T23:59:59Z' }])
  })

  test('an expired one lets nobody in, and stays listed or not', () => {
    const { owner, ready, join, advance, setGap } = makeClusters()
    const { token } = owner.register(ready(), { name: 'group', expiresIn: 60 }).body
    advance(60)
    expect(join('prod', token, 'w1')).toMatchObject({
      status: 401,
      body: { error: 'this registration token has expired' },
    })
    expect(owner.tokens('prod')).toHaveLength(1)
    setGap('clusters.expired-registration-tokens', 'drop')
    setGap('clusters.registration-token-lifetime', 60)
    owner.register('prod', { name: 'other' })
    expect(owner.tokens('prod')).toHaveLength(2)
    advance(60)
    expect(owner.tokens('prod')).toHaveLength(1)
  })
})
