import { compareVersions, readVersion } from '../../../../model/areas/clusters/queries/versions/version.ts'
import { type Drawing, plainName } from '../../../kit/drawing.ts'
import { type Body, type Call, type Item, type Script, script, times } from '../../../script/script.ts'
import type { Intent } from '../../../step/step.ts'
import { cluster, DONE, MANY_LOOKS, made, on } from './cluster-goals.ts'
import { DATASTORE, LARGER, MORE, versionAt, versions } from './kinds-of-change.ts'

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
  const from = readVersion(String(versionAt(1)(drawing)))
  const orchestratorVersion = versions(drawing).find((version) => {
    const to = readVersion(version)
    return from !== undefined && to?.major === from.major && to.minor >= from.minor + 2
  })
  return orchestratorVersion && { orchestratorVersion }
}
const component = (drawing: Drawing, place = 0) => drawing.contract.gaps.value('clusters.components')[place]
/** Components that are looked at one by one. */
const MOST_COMPONENTS = 4
/** Beside a version: what else a change may be about. */
const BESIDE: readonly Item[] = [{ replicas: 3 }, { managedLoadBalancers: { enabled: true } }, { tier: 'large' }]
const beside =
  (body: Body, more: Item): Body =>
  (drawing, plain) => {
    const said = body(drawing, plain)
    return said && { ...Object(said), ...more }
  }
/** Of the present minor, and yet not on offer. */
const unheardOf: Body = (drawing) => {
  const [major, minor] = String(cluster(drawing)?.orchestratorVersion).split('.')
  return minor === undefined ? undefined : { orchestratorVersion: `${major}.${minor}.98765` }
}

/** Number of catalog versions that are tried with each other. */
const MOST_VERSIONS = 6
const at = (place: number): Body => {
  const plain = made((drawing) => ({ tier: 'medium', replicas: 3, orchestratorVersion: versionAt(place)(drawing) }))
  return (drawing, drawn) => versionAt(place)(drawing) && plain(drawing, drawn)
}
/** A version that is lower than another, or more than one minor above it. */
const outOfReach =
  (from: number, to: number): Body =>
  (drawing) => {
    const orchestratorVersion = versionAt(to)(drawing)
    const [here, there] = [versionAt(from)(drawing), orchestratorVersion].map((text) => readVersion(String(text)))
    if (!here || !there || here.major !== there.major) return undefined
    return compareVersions(there, here) < 0 || there.minor > here.minor + 1 ? { orchestratorVersion } : undefined
  }

/** How many minors the agents of a cluster are behind at most. */
const MOST_BEHIND = 5
/** A version that is reached within its minor and from the one below, and where from. */
function twoWays(drawing: Drawing) {
  const known = versions(drawing).flatMap((text) => {
    const version = readVersion(text)
    return version ? [{ text, ...version }] : []
  })
  for (const to of known) {
    const samePatches = known.find((one) => one.minor === to.minor && compareVersions(one, to) < 0)?.text
    const minorBelow = known.find((one) => one.minor === to.minor - 1)?.text
    if (samePatches !== undefined && minorBelow !== undefined) return { to: to.text, samePatches, minorBelow }
  }
  return undefined
}
/** The same version so many minors ago. */
const olderBy = (minors: number, version: string | undefined): string | undefined =>
  version?.replace(
    /(\d+)\.(\d+)/,
    (_, major: string, minor: string) => `${major}.${Math.max(0, Number(minor) - minors)}`,
  )

/** A cluster at rest, changes of it, which are to be refused unless said otherwise, and a look at it. */
const changing = (call: Call) => ({
  ready: [call('createCluster', { body: secondOldest }), DONE],
  change: (body: Body, intent: Intent = 'broken') => call('updateCluster', { body, intent }),
  look: call('getCluster'),
})

export const CHANGE_SCRIPTS: readonly Script[] = [
  // Versions: of the catalog, never down, one minor at a time (upgrade and resize rules, 1 and 2).
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const { ready, change, look } = changing(call)
    return [
      [...ready, change(toVersion(0)), DONE, look],
      [...ready, change(twoMinorsUp), DONE, look],
      // From every version to every other that it does not lead to.
      ...times(MOST_VERSIONS, (from) => [
        call('createCluster', { body: at(from) }),
        DONE,
        ...times(MOST_VERSIONS, (to) => change(outOfReach(from, to))),
        look,
      ]),
      // Whatever else the change is about.
      ...BESIDE.map((more) => [
        ...ready,
        ...[toVersion(0), twoMinorsUp, unheardOf].map((body) => change(beside(body, more))),
        look,
      ]),
      [...ready, change(unheardOf), DONE, look],
      // Some get on by being read.
      [...ready, change(toVersion(2), 'plain'), DONE, ...times(MANY_LOOKS, () => look)],
      // One that is still being made may refuse it.
      [call('createCluster'), call('updateCluster', { soon: true, intent: 'exotic' }), DONE, look],
      // Left in peace for so long, a cluster has no reason to refuse a change.
      ...[toVersion(2), () => ({ tier: 'large' })].map((body) => [
        ...ready,
        ...times(MANY_LOOKS, () => look),
        change(body, 'plain'),
        DONE,
        look,
      ]),
      [...ready, change(() => ({ tier: 'large' }), 'plain'), DONE, look],
      [...ready, change(() => ({ managedLoadBalancers: { enabled: true } }), 'plain'), DONE, look],
      // Nodes that would be left too far behind (the same, 2): as far as there are versions.
      [
        call('createCluster', { body: made((drawing) => ({ orchestratorVersion: versionAt(-2)(drawing) })) }),
        DONE,
        ...['1.1.0', '1.2.0'].map((agentVersion) =>
          on('nodeJoins', (drawing) => ({ node: plainName(drawing), agentVersion, ready: true })),
        ),
        change(toVersion(-1)),
        ...BESIDE.map((more) => change(beside(toVersion(-1), more))),
        look,
      ],
      // Too far behind a version is too far, whether the cluster comes from the same minor or from the one before.
      [
        ...(['samePatches', 'minorBelow'] as const).flatMap((from) => [
          call('createCluster', {
            body: (drawing, plain) => {
              const orchestratorVersion = twoWays(drawing)?.[from]
              return orchestratorVersion && { ...plain, orchestratorVersion }
            },
          }),
          DONE,
          ...times(MOST_BEHIND, (behind) =>
            on('nodeJoins', (drawing) => {
              const agentVersion = olderBy(behind + 1, twoWays(drawing)?.to)
              return agentVersion === undefined ? undefined : { node: plainName(drawing), agentVersion, ready: true }
            }),
          ),
          call('updateCluster', {
            parameters: (drawing) => ({ name: String(cluster(drawing)?.name) }),
            body: (drawing) => {
              const { to: orchestratorVersion } = twoWays(drawing) ?? {}
              return orchestratorVersion && { orchestratorVersion }
            },
            intent: 'exotic',
          }),
        ]),
      ],
      // Those that have gone are in nobody's way (Endpoints, Clusters, row 10).
      [
        call('createCluster', { body: made((drawing) => ({ orchestratorVersion: versionAt(-2)(drawing) })) }),
        DONE,
        on('nodeJoins', (drawing) => ({ node: plainName(drawing), agentVersion: '1.1.0', ready: true })),
        change(toVersion(-1)),
        call('deleteNode'),
        call('listNodes'),
        ...times(MANY_LOOKS, () => look),
        change(toVersion(-1), 'plain'),
        DONE,
        look,
      ],
      // Somebody else's change (Errors, Clusters PATCH).
      ...[...Object.values(MORE), LARGER].flatMap((body) =>
        ['roll', 'one-request'].map((lasts) => [
          ...ready,
          on('clusterChangesConcurrently', () => ({ lasts })),
          change(body),
          look,
        ]),
      ),
    ]
  }),
  // Smaller tiers and other datastores (upgrade and resize rules, 3; row 4).
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const { ready, change, look } = changing(call)
    return [
      // A component without headroom (the same, 3), whatever else the change is about.
      [
        ...ready,
        on('headroomChanges', (drawing) => ({ component: component(drawing), usedPercent: 100 })),
        change(() => ({ tier: 'small' })),
        ...Object.values(MORE).map((more) => change((drawing) => ({ ...more(drawing), tier: 'small' }))),
        look,
      ],
      // Each of them, while the others have plenty.
      ...times(MOST_COMPONENTS, (crowded) => [
        ...ready,
        ...times(MOST_COMPONENTS, (place) =>
          on('headroomChanges', (drawing) => {
            const name = component(drawing, place)
            return name === undefined ? undefined : { component: name, usedPercent: place === crowded ? 100 : 0 }
          }),
        ),
        change(() => ({ tier: 'small' })),
        look,
      ]),
      [
        ...ready,
        on('headroomChanges', (drawing) => ({ component: component(drawing), usedPercent: 0 })),
        change(() => ({ tier: 'small' }), 'exotic'),
        DONE,
        look,
      ],
      // From the largest tier, by one and by two at once.
      [
        call('createCluster', { body: made(() => ({ tier: 'large', replicas: 3 })) }),
        DONE,
        on('headroomChanges', (drawing) => ({ component: component(drawing), usedPercent: 100 })),
        ...['small', 'medium'].map((tier) => change(() => ({ tier }))),
        look,
      ],
      // A datastore of a size that there is not.
      [
        call('createCluster', { body: made(() => ({ datastore: { mode: 'dedicated', ...DATASTORE } })) }),
        DONE,
        change(() => ({ datastore: { ...DATASTORE, size: 'db-unheard-of' } })),
        DONE,
        look,
      ],
    ]
  }),
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
