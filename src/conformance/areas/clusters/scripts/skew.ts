import { compareVersions, readVersion } from '../../../../model/areas/clusters/queries/versions/version.ts'
import { type Drawing, plainName } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'
import type { Goal } from '../../../script/goal.ts'
import { type Body, type Script, script, times } from '../../../script/script.ts'
import { BESIDE, beside, changing, modestAt, toVersion } from './changes.ts'
import { cluster, DONE, MANY_LOOKS, on } from './cluster-goals.ts'
import { versionAt, versions } from './kinds-of-change.ts'

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

/** The first version on offer of the minor above that of the cluster as it is now. */
function nextMinor(drawing: Drawing): string | undefined {
  const from = readVersion(String(cluster(drawing)?.orchestratorVersion))
  return versions(drawing).find((text) => {
    const to = readVersion(text)
    return from !== undefined && to?.major === from.major && to.minor === from.minor + 1
  })
}
const upOne: Body = (drawing) => {
  const orchestratorVersion = nextMinor(drawing)
  return orchestratorVersion && { orchestratorVersion }
}
/** More than agents may be behind, however many that is. */
const MINORS_UP = 4
/** Agents that are behind a version: whatever the skew that is allowed, one of them is as far behind as may be. */
export const agentsBehind = (version: (drawing: Drawing) => string | undefined) =>
  times(MOST_BEHIND, (minors) => (drawing: Drawing) => olderBy(minors + 1, version(drawing)))

/** The version of an agent that is too far behind any other. */
export const longAgo = () => '1.1.0'

/** A node with an agent of this version. */
const joins = (agent: (drawing: Drawing) => string | undefined): Goal =>
  on('nodeJoins', (drawing) => {
    const agentVersion = agent(drawing)
    return agentVersion ? { node: plainName(drawing), agentVersion, ready: true } : undefined
  })

/** Upgrades that leave agents behind (upgrade and resize rules, 2). */
export const SKEW_SCRIPTS: readonly Script[] = [
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const { change, look, notLater } = changing(call)
    return [
      // Nodes that would be left too far behind (the same, 2): as far as there are versions.
      [
        call('createCluster', { body: modestAt(-2) }),
        DONE,
        ...['1.1.0', '1.2.0', '1.1.1', '1.1.2', '1.2.1'].map((agentVersion) => joins(() => agentVersion)),
        change(toVersion(-1)),
        ...BESIDE.map((more) => change(beside(toVersion(-1), more))),
        look,
        ...notLater,
      ],
      // An agent stays as it was while its cluster goes up, until it would be too far behind; it is in the way no longer once it
      // was upgraded, or has gone. One that is far too old may not get in at all.
      ...[
        notLater,
        [
          on('agentUpgraded', (drawing) => {
            const [node, agentVersion] = [own(drawing, 'Node').at(-1)?.name, nextMinor(drawing)]
            return node && agentVersion ? { node, agentVersion } : undefined
          }),
          ...[call('listNodes'), ...times(MANY_LOOKS, () => look), change(upOne, 'plain'), DONE, look],
        ],
        [
          ...[call('deleteNode'), call('listNodes'), ...times(MANY_LOOKS, () => look)],
          ...[change(upOne, 'plain'), DONE, look],
        ],
      ].map((then) => [
        call('createCluster', { body: modestAt(0) }),
        DONE,
        joins(versionAt(0)),
        ...times(MINORS_UP, () => [change(upOne, 'exotic'), DONE, look]).flat(),
        ...then,
      ]),
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
          ...times(MOST_BEHIND, (behind) => joins((drawing) => olderBy(behind + 1, twoWays(drawing)?.to))),
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
    ]
  }),
  // Those that would be left too far behind are in the way, whoever came in before or after them. Where one may not come in
  // that is too far behind already, they are as far behind as may be.
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const { change, look } = changing(call)
    const present = joins(versionAt(-2))
    return [longAgo, ...agentsBehind(versionAt(-2))].flatMap((agent) => {
      const old = [joins(agent), joins(agent)]
      return [
        [present, ...old],
        [...old, present],
      ].map((nodes) => [
        ...[call('createCluster', { body: modestAt(-2) }), DONE, look],
        ...[...nodes, change(toVersion(-1)), look],
      ])
    })
  }),
]
