import { compareVersions, readVersion } from '../../../../model/areas/clusters/queries/versions/version.ts'
import type { Drawing } from '../../../kit/drawing.ts'
import type { Goal } from '../../../script/goal.ts'
import { advance, type Body, type Call, type Item, type Script, script, times } from '../../../script/script.ts'
import type { Intent } from '../../../step/step.ts'
import { cluster, DONE, MANY_LOOKS, made, on } from './cluster-goals.ts'
import { DATASTORE, LARGER, MORE, versionAt, versions } from './kinds-of-change.ts'

/** On the second oldest version: there is one below and there are some above. */
const secondOldest = made((drawing) => ({ tier: 'medium', replicas: 3, orchestratorVersion: versionAt(1)(drawing) }))
/** With so little that whatever else a change is about is more. */
export const modestAt = (place: number): Body =>
  made((drawing) => ({
    ...{ tier: 'medium', replicas: 1, orchestratorVersion: versionAt(place)(drawing) },
    managedLoadBalancers: { enabled: false },
  }))
export const toVersion =
  (place: number): Body =>
  (drawing) => {
    const orchestratorVersion = versionAt(place)(drawing)
    return orchestratorVersion && { orchestratorVersion }
  }
/** The first version that is so many minors or more above the second oldest. */
function minorsUp(drawing: Drawing, count: number): string | undefined {
  const from = readVersion(String(versionAt(1)(drawing)))
  return versions(drawing).find((version) => {
    const to = readVersion(version)
    return from !== undefined && to?.major === from.major && to.minor >= from.minor + count
  })
}
const twoMinorsUp: Body = (drawing) => {
  const orchestratorVersion = minorsUp(drawing, 2)
  return orchestratorVersion && { orchestratorVersion }
}
const component = (drawing: Drawing, place: number) => drawing.contract.gaps.value('clusters.components')[place]
/** Components that are looked at one by one. */
const MOST_COMPONENTS = 4
/** So full are the components of the cluster, each by its place; a target may not know them all by their names. */
export const used = (
  percent: (place: number) => number,
  more: (drawing: Drawing) => Item | undefined = () => ({}),
): Goal[] =>
  times(MOST_COMPONENTS, (place) =>
    on('headroomChanges', (drawing) => {
      const [name, rest] = [component(drawing, place), more(drawing)]
      return name === undefined ? undefined : rest && { ...rest, component: name, usedPercent: percent(place) }
    }),
  )
/** Only a profile says that there are no other components. */
const ifNamed = ({ contract: { gaps } }: Drawing): Intent => (gaps.pinned('clusters.components') ? 'plain' : 'exotic')
/** Beside a version: what else a change may be about. */
export const BESIDE: readonly Item[] = [{ replicas: 3 }, { managedLoadBalancers: { enabled: true } }, { tier: 'large' }]
export const beside =
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

/** What a version of the next minor begins with, and what begins or ends with it: none of them is on offer. */
const NOT_QUITE: readonly Body[] = [
  (next: string) => /^.*[.-]/.exec(next)?.[0],
  (next: string) => `${next}9876`,
  (next: string) => `x${next}`,
].map(
  (written): Body =>
    (drawing) => {
      const next = minorsUp(drawing, 1)
      const orchestratorVersion = next === undefined ? undefined : written(next)
      return orchestratorVersion && { orchestratorVersion }
    },
)

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

/** A cluster at rest, changes of it, which are to be refused unless said otherwise, and a look at it. */
export const changing = (call: Call) => ({
  ready: [call('createCluster', { body: secondOldest }), DONE],
  modest: [call('createCluster', { body: modestAt(1) }), DONE],
  change: (body: Body, intent: Intent = 'broken') => call('updateCluster', { body, intent }),
  look: call('getCluster'),
  /** What was refused does not come along with the next change either, nor with one that replaces machines. */
  notLater: [{ managedLoadBalancers: { enabled: true } }, { tier: 'large' }].flatMap((body) => [
    ...[call('updateCluster', { body: () => body }), DONE, call('getCluster')],
  ]),
})

export const CHANGE_SCRIPTS: readonly Script[] = [
  // Versions: of the catalog, never down, one minor at a time (upgrade and resize rules, 1 and 2).
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const { ready, modest, change, look } = changing(call)
    return [
      [...ready, change(toVersion(0)), DONE, look],
      [...ready, change(twoMinorsUp), DONE, look],
      // Nor back to where it came from, however short a while ago.
      [...ready, change(toVersion(2), 'plain'), advance('PT10M'), change(toVersion(1)), DONE, look],
      // From every version to every other that it does not lead to.
      ...times(MOST_VERSIONS, (from) => [
        call('createCluster', { body: at(from) }),
        DONE,
        ...times(MOST_VERSIONS, (to) => change(outOfReach(from, to))),
        look,
      ]),
      // Whatever else the change is about.
      ...BESIDE.map((more) => [
        ...modest,
        ...[toVersion(0), twoMinorsUp, unheardOf].map((body) => change(beside(body, more))),
        look,
      ]),
      [...ready, ...[unheardOf, ...NOT_QUITE].map((body) => change(body)), DONE, look],
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
    const { ready, modest, change, look, notLater } = changing(call)
    return [
      // No headroom (the same, 3), whatever else the change is about.
      [
        ...modest,
        ...used(() => 100),
        change(() => ({ tier: 'small' })),
        ...Object.values(MORE).map((more) => change((drawing) => ({ ...more(drawing), tier: 'small' }))),
        look,
        ...notLater,
      ],
      // Each of them, while the others have plenty.
      ...times(MOST_COMPONENTS, (crowded) => [
        ...ready,
        ...used((place) => (place === crowded ? 100 : 0)),
        change(() => ({ tier: 'small' })),
        look,
      ]),
      [...ready, ...used(() => 0), change(() => ({ tier: 'small' }), 'exotic'), DONE, look],
      // As full as they are now, not as they were a moment ago.
      [
        ...[...ready, ...used(() => 100), change(() => ({ tier: 'small' })), ...used(() => 0)],
        call('updateCluster', { body: () => ({ tier: 'small' }), intent: ifNamed }),
        ...[DONE, look],
      ],
      // From the largest tier, by one and by two at once.
      [
        call('createCluster', { body: made(() => ({ tier: 'large', replicas: 3 })) }),
        DONE,
        ...used(() => 100),
        ...['small', 'medium'].map((tier) => change(() => ({ tier }))),
        look,
      ],
      // A datastore of its own can be changed in some way (row 4).
      [
        call('createCluster', { body: made(() => ({ datastore: { mode: 'dedicated', ...DATASTORE } })) }),
        ...[DONE, ...times(MANY_LOOKS, () => look)],
        ...[{ backups: true }, { size: 'db-large' }, { storageGiB: 100 }].map((more) =>
          change(() => ({ datastore: { ...DATASTORE, ...more } }), 'exotic'),
        ),
        ...[DONE, look],
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
  // A datastore without its mode, and one of a size that there is not, whatever the mode (row 2).
  script(['createCluster', 'listClusters'], (call) =>
    [{ size: 'db-small' }, { mode: 'shared', size: 'db-unheard-of' }].map((datastore) => [
      call('createCluster', { body: made(() => ({ datastore })), intent: 'broken' }),
      call('listClusters'),
    ]),
  ),
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
