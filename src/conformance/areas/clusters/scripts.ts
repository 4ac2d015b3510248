import type { EventName } from '../../../model/request/operation-types.ts'
import { splitKey } from '../../../model/table/table.ts'
import { isSymbol } from '../../../model/world/fresh.ts'
import { type Drawing, plainName } from '../../kit/drawing.ts'
import { newest } from '../../kit/own-rows.ts'
import type { Goal } from '../../script/goal.ts'
import { advance, type Body, event, have, type Script, script, secretOf, times, used } from '../../script/script.ts'
import { memoryOf } from '../../shadow/memories.ts'
import { kubeconfig } from './checks/kubeconfig.ts'

const cluster = (drawing: Drawing) => newest(drawing, 'Cluster')
const on = (name: EventName, more: (drawing: Drawing) => Readonly<Record<string, unknown>> | undefined): Goal =>
  event(name, (drawing) => {
    const [target, rest] = [cluster(drawing)?.name, more(drawing)]
    return target !== undefined && rest ? { cluster: target, ...rest } : undefined
  })
const versions = ({ vocabulary }: Drawing): readonly string[] => vocabulary.orchestratorVersions ?? []
/** A version so many places from the oldest, or none. */
const versionAt = (place: number) => (drawing: Drawing) => versions(drawing).at(place)
const made =
  (more: (drawing: Drawing) => Readonly<Record<string, unknown>>): Body =>
  (drawing, plain) => ({
    ...plain,
    ...more(drawing),
  })
/** On the second oldest version: there is one below and there are some above. */
const secondOldest = made((drawing) => ({ tier: 'medium', replicas: 3, orchestratorVersion: versionAt(1)(drawing) }))
const toVersion =
  (place: number): Body =>
  (drawing) => {
    const orchestratorVersion = versionAt(place)(drawing)
    return orchestratorVersion && { orchestratorVersion }
  }
/** The first version that is two minors or more above the second oldest. */
const twoMinorsUp: Body = (drawing) => {
  const [major, minor] = String(versionAt(1)(drawing)).split('.').map(Number)
  const orchestratorVersion = versions(drawing).find((version) => {
    const [otherMajor, otherMinor] = version.split('.').map(Number)
    return otherMajor === major && Number(otherMinor) >= Number(minor) + 2
  })
  return orchestratorVersion && { orchestratorVersion }
}
/** A join token that has run out since. */
const expired = ({ shadow }: Drawing): string | undefined =>
  [...shadow.gone].map(splitKey).findLast(([entity]) => entity === 'JoinToken')?.[2]
const component = ({ contract }: Drawing) => contract.gaps.value('clusters.components')[0]
/** Of the present minor, and yet not on offer. */
const unheardOf: Body = (drawing) => {
  const [major, minor] = String(cluster(drawing)?.orchestratorVersion).split('.')
  return minor === undefined ? undefined : { orchestratorVersion: `${major}.${minor}.98765` }
}
const MANY_LOOKS = 14
const DONE = advance('PT2H')
/** expiresIn has no stated unit; it may count days. */
const OVER_IN_ANY_UNIT = advance('P4000D')

export const CLUSTERS_SCRIPTS: readonly Script[] = [
  // Versions: of the catalog, never down, one minor at a time (upgrade and resize rules, 1 and 2).
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const ready = [call('createCluster', { body: secondOldest }), DONE]
    const change = (body: Body, intent: 'plain' | 'broken' | 'exotic' = 'broken') =>
      call('updateCluster', { body, intent })
    const look = call('getCluster')
    return [
      [...ready, change(toVersion(0)), DONE, look],
      [...ready, change(twoMinorsUp), DONE, look],
      [...ready, change(unheardOf), DONE, look],
      // Some get on by being read.
      [...ready, change(toVersion(2), 'plain'), DONE, ...times(MANY_LOOKS, () => look)],
      [...ready, change(() => ({ tier: 'large' }), 'plain'), DONE, look],
      [...ready, change(() => ({ managedLoadBalancers: { enabled: true } }), 'plain'), DONE, look],
      // Nodes that would be left too far behind (the same, 2): as far as there are versions.
      [
        call('createCluster', { body: made((drawing) => ({ orchestratorVersion: versionAt(-2)(drawing) })) }),
        DONE,
        on('nodeJoins', (drawing) => ({ node: plainName(drawing), agentVersion: '1.1.0', ready: true })),
        change(toVersion(-1)),
        look,
      ],
      // A component without headroom (the same, 3).
      [
        ...ready,
        on('headroomChanges', (drawing) => ({ component: component(drawing), usedPercent: 100 })),
        change(() => ({ tier: 'small' })),
        look,
      ],
      [
        ...ready,
        on('headroomChanges', (drawing) => ({ component: component(drawing), usedPercent: 0 })),
        change(() => ({ tier: 'small' }), 'exotic'),
        DONE,
        look,
      ],
      // Somebody else's change (Errors, Clusters PATCH).
      [...ready, on('clusterChangesConcurrently', () => ({ lasts: 'roll' })), change(() => ({ tier: 'large' })), look],
    ]
  }),
  // Joining: once by a join token, any number of times by a registration token (Authentication, point 8).
  script(['createCluster', 'createJoinToken', 'createRegistrationToken', 'updateRegistrationToken'], (call) => {
    const joins = (token: (drawing: Drawing) => unknown): Goal =>
      on('nodeJoins', (drawing) => {
        const value = token(drawing)
        const agentVersion = cluster(drawing)?.orchestratorVersion
        return value === undefined
          ? undefined
          : { node: plainName(drawing), token: value, ready: true, ...(!isSymbol(agentVersion) && { agentVersion }) }
      })
    const byJoinToken = joins((drawing) => newest(drawing, 'JoinToken')?.joinToken ?? expired(drawing))
    const registrationToken = (drawing: Drawing) => secretOf(drawing, 'createRegistrationToken token')
    const registration = used('registration-token', 'createRegistrationToken token')
    return [
      [have('ReadyCluster'), call('createJoinToken'), byJoinToken, byJoinToken],
      // Each is another one, for another node.
      [have('ReadyCluster'), call('createJoinToken'), byJoinToken, call('createJoinToken'), byJoinToken],
      [have('ReadyCluster'), call('createRegistrationToken'), joins(registrationToken), joins(registrationToken)],
      [have('ReadyCluster'), call('createJoinToken'), OVER_IN_ANY_UNIT, byJoinToken],
      [have('ReadyCluster'), joins(() => 'no-token-of-this-cluster')],
      [
        have('ReadyCluster'),
        call('createRegistrationToken'),
        registration,
        registration,
        call('listRegistrationTokens'),
      ],
      [
        have('ReadyCluster'),
        call('createRegistrationToken'),
        call('updateRegistrationToken', { body: () => ({ disabled: true }) }),
        call('listRegistrationTokens'),
        registration,
        joins(registrationToken),
        call('updateRegistrationToken', { body: () => ({ disabled: false }) }),
        registration,
      ],
      [
        have('ReadyCluster'),
        call('createRegistrationToken'),
        call('deleteRegistrationToken'),
        joins(registrationToken),
      ],
    ]
  }),
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
      return token && { kind: 'kubeconfig', secret: token }
    })
    return [[have('ReadyCluster'), call('getKubeconfig'), client, OVER_IN_ANY_UNIT, client]]
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
  // Without redundancy a roll restarts the control plane (upgrade and resize rules, 4).
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => [
    [
      call('createCluster', { body: made(() => ({ replicas: 1, tier: 'small' })) }),
      DONE,
      call('updateCluster', { body: () => ({ tier: 'large' }) }),
      call('getCluster'),
    ],
  ]),
]
