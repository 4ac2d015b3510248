import { newest, own } from '../../../kit/own-rows.ts'
import { advance, event, have, type Script, script, times } from '../../../script/script.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { kubeconfig } from '../checks/kubeconfig.ts'
import { DONE, MANY_LOOKS, made, OVER_IN_ANY_UNIT, on } from './cluster-goals.ts'

export const RUNNING_SCRIPTS: readonly Script[] = [
  // A teardown ends (Endpoints, Clusters, row 5).
  script(['createCluster', 'deleteCluster', 'listClusters', 'getCluster'], (call) => [
    [
      call('createCluster'),
      call('listClusters'),
      DONE,
      call('deleteCluster'),
      advance('P2D'),
      ...times(MANY_LOOKS, () => call('listClusters')),
      call('getCluster', { manner: 'gone-id' }),
    ],
  ]),
  // Also one that began while something else was under way.
  script(['createCluster', 'updateCluster', 'deleteCluster', 'listClusters', 'getCluster'], (call) => [
    [
      call('createCluster'),
      DONE,
      call('updateCluster'),
      call('deleteCluster'),
      advance('P2D'),
      ...times(MANY_LOOKS, () => call('listClusters')),
      call('getCluster', { manner: 'gone-id' }),
    ],
  ]),
  script(['listNodes', 'deleteNode'], (call) => [
    [have('Node'), call('listNodes'), call('deleteNode'), call('listNodes')],
    [
      have('Node'),
      on('nodeLost', (drawing) => {
        const node = newest(drawing, 'Node')?.name
        return node === undefined ? undefined : { node, how: 'vanished' }
      }),
      call('listNodes'),
    ],
  ]),
  // The token of a client configuration runs out (Endpoints, Clusters, row 8).
  script(['getKubeconfig'], (call) => {
    const client = event('credentialUsed', (drawing) => {
      const token = memoryOf(drawing.shadow, kubeconfig)
      const cluster = own(drawing, 'Cluster').at(-1)?.name
      return token && cluster && { kind: 'kubeconfig', secret: token, cluster }
    })
    return [
      [have('ReadyCluster'), call('getKubeconfig'), client, OVER_IN_ANY_UNIT, client],
      // And one that is fetched then is good again.
      [have('ReadyCluster'), call('getKubeconfig'), OVER_IN_ANY_UNIT, call('getKubeconfig'), client],
    ]
  }),
  // No more services than maxServices (Limits).
  script(['createCluster', 'getCluster'], (call) => [
    [
      call('createCluster', { body: made(() => ({ managedLoadBalancers: { enabled: true } })) }),
      DONE,
      on('quotaChanges', () => ({ quota: 'load-balancer-services', value: 2 })),
      ...times(3, (index) => on('serviceExposed', () => ({ service: `web-${index}` }))),
      call('getCluster'),
    ],
  ]),
]
