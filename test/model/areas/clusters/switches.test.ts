import { expect, test } from 'vitest'
import { mistakenModel } from '../../../../bench/mistakes/mistaken.ts'
import { CLUSTERS_RULES } from '../../../../src/model/areas/clusters/rules/index.ts'
import { type Clusters, makeClusters } from './world.ts'

const mistaken = await mistakenModel()

/** A small story for each statement whose end is another when the statement is broken. */
const STORIES: Readonly<Record<string, (world: Clusters) => unknown>> = {
  'clusters.fields-as-given': ({ owner }) => owner.create().body,
  'clusters.patch-only-named': ({ owner, ready }) => owner.patch(ready(), { tier: 'large' }).body,
  'clusters.roll-ends-as-asked': ({ owner, ready, advance }) => {
    owner.patch(ready(), { tier: 'large' })
    advance(90)
    return owner.get('prod').body.tier
  },
  'clusters.skew-names-nodes': ({ owner, ready, happen }) => {
    happen('nodeJoins', { cluster: ready(), node: 'w1', agentVersion: '1.29.12' })
    return owner.patch('prod', { orchestratorVersion: '1.32.4' }).body.error
  },
  'clusters.headroom-names-component': ({ owner, ready, happen }) => {
    happen('headroomChanges', { cluster: ready(), component: 'datastore', usedPercent: 90 })
    return owner.patch('prod', { tier: 'small' }).body.error
  },
  'clusters.upsizing-free': ({ owner, ready, happen }) => {
    happen('headroomChanges', { cluster: ready(), component: 'datastore', usedPercent: 90 })
    return owner.patch('prod', { tier: 'large' }).status
  },
  'clusters.single-replica-restarts': ({ owner, ready }) =>
    owner.patch(ready({ replicas: 1 }), { tier: 'large' }).body.endpoint,
  'clusters.redundant-stays-up': ({ owner, ready }) =>
    owner.patch(ready({ replicas: 3 }), { tier: 'large' }).body.endpoint,
  'clusters.torn-down-not-listed': ({ owner, ready, advance }) => {
    owner.remove(ready())
    advance(60)
    return owner.list().length
  },
  'clusters.live-nodes': ({ owner, ready, happen }) => {
    happen('nodeJoins', { cluster: ready(), node: 'w1' })
    return owner.nodes('prod')
  },
  'clusters.deregistered-is-out': ({ owner, ready, happen }) => {
    happen('nodeJoins', { cluster: ready(), node: 'w1' })
    owner.deregister('prod', 'w1')
    return owner.nodes('prod')
  },
  'clusters.kubeconfig-readable': ({ owner, ready }) => owner.kubeconfig(ready()).body.kubeconfig,
  'clusters.client-token-expires': ({ owner, ready, advance, happen }) => {
    const secret = owner.kubeconfig(ready()).body.kubeconfig
    advance(3600)
    return happen('credentialUsed', { kind: 'kubeconfig', secret }).accepted
  },
  'clusters.registration-token-once': ({ owner, ready }) => {
    owner.register(ready(), { name: 'group' })
    return Object.keys(owner.tokens('prod')[0])
  },
  'clusters.registration-token-reusable': ({ owner, ready, join }) => {
    const { token } = owner.register(ready(), { name: 'group' }).body
    return [join('prod', token, 'w1').status, join('prod', token, 'w2').status]
  },
  'clusters.registration-token-switch': ({ owner, ready }) => {
    const { id } = owner.register(ready(), { name: 'group' }).body
    owner.switchToken('prod', id, true)
    return owner.tokens('prod')[0].disabled
  },
  'clusters.one-entry-per-service': exposing(2, 'shop/a'),
  'clusters.services-limited': exposing(6),
}

/** Exposes services, some of which may not be possible. */
function exposing(times: number, service?: string) {
  return ({ owner, ready, happen }: Clusters) => {
    const name = ready()
    for (let round = 0; round < times; round++)
      try {
        happen('serviceExposed', { cluster: name, service: service ?? `shop/${round}` })
      } catch {}
    return owner.get(name).body.managedLoadBalancers.loadBalancers.length
  }
}

test.each(CLUSTERS_RULES.filter(({ kind }) => kind === 'statement').map(({ id }) => id))(
  'broken, %s no longer holds',
  (id) => {
    const story = STORIES[id]
    if (!story) throw new Error(`no story shows ${id}`)
    expect(story(makeClusters({ model: mistaken([id]) }))).not.toEqual(story(makeClusters()))
  },
)

test('broken, a refusal of joining no longer keeps a node out', () => {
  const { owner, ready, join, happen } = makeClusters({ model: mistaken(['clusters.join-token-single-use']) })
  const { joinToken } = owner.joinToken(ready()).body
  expect([join('prod', joinToken, 'w1').status, join('prod', joinToken, 'w2').status]).toEqual([201, 201])
  expect(happen('nodeJoins', { cluster: 'prod', node: 'w3', token: joinToken }).with).toBe('join-token')
})
