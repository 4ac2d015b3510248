import { tokenIn } from '../../../../model/areas/clusters/queries/kubeconfig-token.ts'
import type { EventName } from '../../../../model/request/operation-types.ts'
import { type Drawing, plainName, within } from '../../../kit/drawing.ts'
import { newest, own } from '../../../kit/own-rows.ts'
import type { Goal } from '../../../script/goal.ts'
import { remembered } from '../../../script/remembered.ts'
import { advance, event, have, type Item, type Script, script, times } from '../../../script/script.ts'
import { lastDoor } from '../../../shadow/last-door.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { type Fetched, kubeconfig } from '../checks/kubeconfig.ts'
import { modestAt } from './changes.ts'
import { cluster, clusterAt, DONE, MANY_LOOKS, made, OVER_IN_ANY_UNIT, on } from './cluster-goals.ts'
import { LARGER } from './kinds-of-change.ts'

/** The last but one, if the last has another token. */
function oneBeforeAnother(fetched: readonly Fetched[]): Fetched | undefined {
  const [before, last] = fetched.slice(-2)
  const token = before && tokenIn(before.text)
  return token !== undefined && last && token !== tokenIn(last.text) ? before : undefined
}

/** True if the last two say that they are good for as long. */
function saySameLife(fetched: readonly Fetched[]): boolean {
  const [before, last] = fetched.slice(-2)
  return before?.expiresIn !== undefined && before.expiresIn === last?.expiresIn
}

const ONE_SERVICE: Item = { quota: 'load-balancer-services', value: 1 }
/** An outside event about one of our clusters. */
const onOne = (place: number, name: EventName, more: Item): Goal =>
  event(name, (drawing) => {
    const cluster = clusterAt(place)(drawing)?.name
    return cluster === undefined ? undefined : { cluster, ...more }
  })

/** A node of one name joins one of our clusters. */
const joined = (place: number, more = ''): Goal =>
  event('nodeJoins', (drawing) => {
    const cluster = clusterAt(place)(drawing)?.name
    return cluster && { cluster, node: `node-${drawing.salt}${more}`, ready: true }
  })
const nodeOf =
  (place: number, more = '') =>
  (drawing: Drawing) => {
    const of = clusterAt(place)(drawing)
    return of && { ...of, node: `node-${drawing.salt}${more}` }
  }

/** More configurations than somebody keeps. */
const SEVERAL = 6

/** What is no change of a cluster itself; what takes something away comes last. */
const USED_MEANWHILE = [
  ...(['getClusterUsage', 'getKubeconfig', 'createJoinToken', 'updateRegistrationToken'] as const),
  ...(['deleteRegistrationToken', 'deleteNode'] as const),
]

const SEVERAL_NODES = ['-a', '-b', '-c']

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
  // Where nothing can be under way, nothing is in the way of anything (rows 5, 6, 8, 9 and 12).
  script(
    [
      ...(['createCluster', 'getCluster', 'getClusterUsage', 'getKubeconfig'] as const),
      ...(['createJoinToken', 'createRegistrationToken', 'deleteCluster'] as const),
    ],
    (call) => [
      [
        ...[call('createCluster'), DONE, ...times(MANY_LOOKS, () => call('getCluster'))],
        ...[call('getClusterUsage'), call('getKubeconfig'), call('createJoinToken')],
        ...[call('createRegistrationToken'), call('deleteCluster')],
      ],
      // Nor is what has ended meanwhile: another one is there for the asking.
      [
        ...[call('createCluster'), DONE, ...times(MANY_LOOKS, () => call('getCluster'))],
        ...[call('getKubeconfig'), call('createJoinToken'), call('createRegistrationToken'), OVER_IN_ANY_UNIT],
        ...[call('getKubeconfig'), call('createJoinToken'), call('createRegistrationToken')],
      ],
    ],
  ),
  // What was good for a cluster is not good for one that somebody else makes under its name when it is gone.
  script(['createCluster', 'getKubeconfig', 'deleteCluster', 'listClusters'], (call) => {
    const { first, drawn } = remembered()
    const named = (drawing: Drawing) => Object(first(drawing)?.body).name
    return [
      [
        // Soon, while it would still be good.
        ...[call('createCluster', { drawn }), DONE, call('getKubeconfig'), call('deleteCluster'), advance('PT5M')],
        ...times(MANY_LOOKS, () => call('listClusters')),
        call('createCluster', {
          ...{ manner: 'neighbour', intent: 'exotic' },
          body: (drawing, plain) => named(drawing) && { ...plain, name: named(drawing) },
        }),
        advance('PT5M'),
        event('credentialUsed', (drawing) => {
          const secret = memoryOf(drawing.shadow, kubeconfig).at(-1)?.text
          const theirs = within(drawing, 'outsider')
          const isThere = theirs && cluster(theirs)?.name === named(drawing)
          return secret && isThere && { kind: 'kubeconfig', secret, cluster: named(drawing) }
        }),
      ],
    ]
  }),
  // Also one that began while something else was under way: at its start, or so late that it ends before the teardown.
  script(['createCluster', 'updateCluster', 'deleteCluster', 'listClusters', 'getCluster'], (call) =>
    [[], [advance('PT10S')], [advance('PT1M')]].map((meanwhile) => [
      call('createCluster'),
      DONE,
      call('updateCluster', { body: (drawing) => ({ replicas: cluster(drawing)?.replicas === 3 ? 1 : 3 }) }),
      ...meanwhile,
      call('deleteCluster'),
      advance('P2D'),
      ...times(MANY_LOOKS, () => call('listClusters')),
      call('getCluster', { manner: 'gone-id' }),
    ]),
  ),
  // What comes in while a roll is under way is there when it is over, and what was there can be used and go meanwhile.
  script(
    [
      ...(['createCluster', 'updateCluster', 'createRegistrationToken', 'listRegistrationTokens'] as const),
      ...(['listNodes', 'getCluster'] as const),
    ],
    (call) => {
      const joins = on('nodeJoins', (drawing) => ({ node: plainName(drawing), ready: true }))
      // In any unit it is good for longer than that takes.
      const token = call('createRegistrationToken', {
        body: (_, { name }) => ({ name, expiresIn: 86_400 }),
        intent: 'exotic',
      })
      const roll = call('updateCluster', { body: () => ({ replicas: 3 }) })
      const usedMeanwhile = USED_MEANWHILE.map((id) => call(id, { intent: 'exotic', soon: true }))
      return [
        [token, joins, roll, ...usedMeanwhile],
        [roll, advance('PT10S')],
      ].map((before) => [
        ...[call('createCluster', { body: modestAt(1) }), DONE, ...before, token, joins],
        ...[DONE, call('getCluster'), call('listRegistrationTokens'), call('listNodes')],
      ])
    },
  ),
  // Nor does its end undo what has come, gone or been allowed meanwhile (Limits; upgrade and resize rules).
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => [
    [
      call('createCluster', {
        body: made(() => ({ tier: 'medium', replicas: 1, managedLoadBalancers: { enabled: true } })),
      }),
      ...[DONE, ...times(MANY_LOOKS, () => call('getCluster')), on('serviceExposed', () => ({ service: 'old' }))],
      call('updateCluster', { body: () => ({ replicas: 3 }) }),
      ...[on('serviceExposed', () => ({ service: 'web' })), on('serviceWithdrawn', () => ({ service: 'old' }))],
      on('quotaChanges', () => ({ quota: 'load-balancer-services', value: 7 })),
      ...[DONE, ...times(3, () => call('getCluster'))],
    ],
  ]),
  // And no change that comes too late keeps it from its end.
  script(['createCluster', 'updateCluster', 'deleteCluster', 'listClusters', 'getCluster'], (call) => [
    [
      ...[call('createCluster', { body: modestAt(1) }), DONE, call('deleteCluster')],
      call('updateCluster', { manner: 'gone-id', body: () => ({ replicas: 3 }), intent: 'exotic' }),
      advance('P2D'),
      ...times(MANY_LOOKS, () => call('listClusters')),
      call('getCluster', { manner: 'gone-id' }),
    ],
  ]),
  script(['listNodes', 'deleteNode'], (call) => [
    [have('Node'), call('listNodes'), call('deleteNode'), call('listNodes')],
    // One that goes before it was ready does not come back when it would have been.
    [
      have('ReadyCluster'),
      on('nodeJoins', (drawing) => ({ node: plainName(drawing) })),
      ...[call('deleteNode'), call('listNodes'), DONE, call('listNodes')],
    ],
    // Several that are deregistered at once are all gone.
    [
      have('ReadyCluster'),
      ...SEVERAL_NODES.map((more) => joined(-1, more)),
      ...SEVERAL_NODES.map((more, place) =>
        call('deleteNode', {
          parameters: nodeOf(-1, more),
          ...(place < SEVERAL_NODES.length - 1 && { withNext: true }),
        }),
      ),
      call('listNodes'),
    ],
    // One of the same name in another cluster stays.
    [
      ...times(2, () => call('createCluster')),
      DONE,
      ...[-2, -1].flatMap((place) => [joined(place), call('listNodes', { parameters: clusterAt(place) })]),
      call('deleteNode', { parameters: nodeOf(-2) }),
      ...[-1, -2].map((place) => call('listNodes', { parameters: clusterAt(place) })),
    ],
    // So do those whose names begin or end with the name, whichever came first.
    [
      ...[call('createCluster'), DONE],
      ...['', '10', '1', '11'].map((more) => joined(-1, more)),
      call('deleteNode', { parameters: nodeOf(-1, '1') }),
      call('listNodes', { parameters: clusterAt(-1) }),
    ],
    [
      have('Node'),
      on('nodeLost', (drawing) => {
        const node = newest(drawing, 'Node')?.name
        return node === undefined ? undefined : { node, how: 'vanished' }
      }),
      call('listNodes'),
    ],
  ]),
  // And where a whole cluster goes, a node of the same name in another one stays.
  script(['createCluster', 'deleteCluster', 'listNodes'], (call) => {
    const { first, drawn } = remembered()
    const nodes = call('listNodes', {
      parameters: (drawing) => {
        const name = Object(first(drawing)?.body).name
        return typeof name === 'string' ? { name } : undefined
      },
    })
    return [
      [
        ...[call('createCluster', { drawn }), call('createCluster'), DONE, ...[-2, -1].map((place) => joined(place))],
        ...[call('deleteCluster', { parameters: clusterAt(-1) }), nodes, DONE, nodes],
      ],
    ]
  }),
  // The token of a client configuration runs out (Endpoints, Clusters, row 8).
  script(['getKubeconfig'], (call) => {
    const shown = (which: (fetched: readonly Fetched[]) => Fetched | undefined) => (drawing: Drawing) => {
      const secret = which(memoryOf(drawing.shadow, kubeconfig))?.text
      const cluster = own(drawing, 'Cluster').at(-1)?.name
      return secret && cluster && { kind: 'kubeconfig', secret, cluster }
    }
    const client = event(
      'credentialUsed',
      shown((fetched) => fetched.at(-1)),
    )
    const fetch = call('getKubeconfig')
    // A part of its life, if that is counted in seconds.
    const live = (part: number) =>
      event('advanceClock', ({ shadow }) => {
        const { expiresIn } = memoryOf(shadow, kubeconfig).at(-1) ?? {}
        return expiresIn === undefined ? undefined : { by: `PT${Math.ceil(expiresIn * part)}S` }
      })
    const each = times(SEVERAL, (place) =>
      event(
        'credentialUsed',
        shown((fetched) => fetched.at(place - SEVERAL)),
      ),
    )
    return [
      [have('ReadyCluster'), fetch, client, OVER_IN_ANY_UNIT, client],
      // However many are alive.
      [have('ReadyCluster'), ...times(SEVERAL, () => fetch), ...each],
      // One that is over at some age is over at that age, though another was fetched meanwhile.
      [
        have('ReadyCluster'),
        fetch,
        live(1.2),
        { ...client, either: true as const },
        fetch,
        live(0.6),
        fetch,
        live(0.6),
        event('credentialUsed', (drawing) =>
          memoryOf(drawing.shadow, lastDoor) === false ? shown(oneBeforeAnother)(drawing) : undefined,
        ),
      ],
      // One that is fetched towards the end of another's life has a life of its own: as long, if it says so.
      [
        have('ReadyCluster'),
        fetch,
        live(0.9),
        { ...client, either: true as const },
        fetch,
        live(0.3),
        event('credentialUsed', (drawing) =>
          memoryOf(drawing.shadow, lastDoor) === true && saySameLife(memoryOf(drawing.shadow, kubeconfig))
            ? shown((fetched) => fetched.at(-1))(drawing)
            : undefined,
        ),
      ],
      // And one that is fetched then is good again.
      [have('ReadyCluster'), fetch, OVER_IN_ANY_UNIT, fetch, client],
      // But it does not bring another back.
      [...[have('ReadyCluster'), fetch, OVER_IN_ANY_UNIT, fetch], event('credentialUsed', shown(oneBeforeAnother))],
    ]
  }),
  // What is exposed stays so through the restart of a single replica (resize rules, 4).
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => [
    [
      call('createCluster', {
        body: made(() => ({ tier: 'medium', replicas: 1, managedLoadBalancers: { enabled: true } })),
      }),
      ...[DONE, on('serviceExposed', () => ({ service: 'web' })), ...times(MANY_LOOKS, () => call('getCluster'))],
      ...[call('updateCluster', { body: LARGER }), DONE, ...times(MANY_LOOKS, () => call('getCluster'))],
    ],
  ]),
  // And for as long as it is not taken away (Limits).
  script(['createCluster', 'getCluster', 'listClusters'], (call) =>
    ['PT2H', 'P2D', 'P40D'].map((since) => [
      call('createCluster', { body: made(() => ({ managedLoadBalancers: { enabled: true } })) }),
      ...[DONE, on('serviceExposed', () => ({ service: 'web' })), ...times(MANY_LOOKS, () => call('getCluster'))],
      ...[advance(since), call('getCluster'), call('listClusters')],
    ]),
  ),
  // No more services than maxServices (Limits).
  script(['createCluster', 'getCluster'], (call) => [
    [
      call('createCluster', { body: made(() => ({ managedLoadBalancers: { enabled: true } })) }),
      DONE,
      on('quotaChanges', () => ({ quota: 'load-balancer-services', value: 2 })),
      ...times(3, (index) => on('serviceExposed', () => ({ service: `web-${index}` }))),
      call('getCluster'),
    ],
    // A place that was given back is free again.
    [
      call('createCluster', { body: made(() => ({ managedLoadBalancers: { enabled: true } })) }),
      ...[DONE, on('quotaChanges', () => ONE_SERVICE), on('serviceExposed', () => ({ service: 'web' }))],
      ...[on('serviceWithdrawn', () => ({ service: 'web' })), call('getCluster')],
      ...[on('serviceExposed', () => ({ service: 'api' })), call('getCluster')],
    ],
    // What one cluster exposes takes no place of another's, and stands with it alone.
    [
      ...times(2, () => call('createCluster', { body: made(() => ({ managedLoadBalancers: { enabled: true } })) })),
      ...[DONE, ...[0, 1].map((place) => onOne(place, 'quotaChanges', { ...ONE_SERVICE, value: 2 }))],
      ...[0, 1].map((place) => onOne(place, 'serviceExposed', { service: 'web' })),
      ...[0, 1].map((place) => onOne(place, 'serviceExposed', { service: `web-of-${place}` })),
      ...[0, 1].map((place) => call('getCluster', { parameters: clusterAt(place) })),
      call('listClusters'),
    ],
  ]),
]
