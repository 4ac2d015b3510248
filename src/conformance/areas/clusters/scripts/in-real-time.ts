import {
  compareVersions,
  minorsBehind,
  readVersion,
} from '../../../../model/areas/clusters/queries/versions/version.ts'
import { type Drawing, plainName } from '../../../kit/drawing.ts'
import { newest, own } from '../../../kit/own-rows.ts'
import type { CallGoal, Goal } from '../../../script/goal.ts'
import { type Call, type Item, type Script, script, secretOf, times } from '../../../script/script.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { clusterKey, seenClusters } from '../checks/seen-clusters.ts'
import { made } from './cluster-goals.ts'
import { expired } from './joining.ts'
import { type Change, DATASTORE, LARGER, REDUNDANT, versionAt, versions } from './kinds-of-change.ts'
import { agentsBehind, longAgo } from './skew.ts'

/** Number of looks in which work is to be over, two rolls at most, though the first is at once and one may come early. */
const LOOKS = 12
const ROLLS = 2
const MOST_VERSIONS = 6

/** The name of one of those that were made here. */
const nameAt = (drawing: Drawing, place: number): string | undefined =>
  own(drawing, 'Cluster').filter(({ name }) => name.includes(drawing.salt))[place]?.name
const at = (place: number) => (drawing: Drawing) => {
  const name = nameAt(drawing, place)
  return name === undefined ? undefined : { name }
}
const keyAt = (drawing: Drawing, place: number): string => clusterKey(drawing.org, nameAt(drawing, place) ?? '')
const seen = (drawing: Drawing, place: number): Item => ({
  ...memoryOf(drawing.shadow, seenClusters).last.get(keyAt(drawing, place)),
})
/** How often a cluster was seen as it was before its last change. */
const seenAsBefore = (drawing: Drawing, place: number): number =>
  memoryOf(drawing.shadow, seenClusters).looks.get(keyAt(drawing, place)) ?? 0

/** Looks at a cluster, as long as something is expected of it. */
function looksWhile(call: Call, place: number, expects: (drawing: Drawing, look: number) => boolean): Goal[] {
  return times(LOOKS, (look) =>
    call('getCluster', {
      parameters: at(place),
      query: (drawing) => (expects(drawing, look) ? {} : undefined),
      optional: true,
      after: ({ contract: { profile } }) => {
        const { provisioning = 0, roll = 0 } = profile.deadlines
        return look === 0 ? 0 : Math.ceil((Math.max(provisioning, roll) * 1000 * ROLLS) / (LOOKS - 2))
      },
    }),
  )
}

/** Until its phase is another one than it was; one that never shows another is ready when it must be. */
function untilOtherPhase(call: Call, place: number): Goal[] {
  let phase: unknown
  return looksWhile(call, place, (drawing, look) => {
    if (look === 0) phase = seen(drawing, place).phase
    return look <= LOOKS / ROLLS && seen(drawing, place).phase === phase
  })
}

/** Until it is as it was asked to be. */
function untilChanged(call: Call, place: number): Goal[] {
  let before = -1
  return looksWhile(call, place, (drawing, look) => {
    const now = seenAsBefore(drawing, place)
    const isExpected = look === 0 || now > before
    before = now
    return isExpected
  })
}

/** A version with a lower one of the same minor, if there is one: else one with some below it. */
const highest = (drawing: Drawing): string | undefined =>
  versions(drawing).findLast((version, place) => minorOf(versions(drawing)[place - 1]) === minorOf(version)) ??
  versionAt(1)(drawing)
const minorOf = (version = ''): string => version.split('.').slice(0, 2).join('.')

/** A version that the highest does not lead to. */
const outOfReach = (place: number) => (drawing: Drawing) => {
  const orchestratorVersion = versionAt(place)(drawing)
  const [from, to] = [highest(drawing), orchestratorVersion].map((text) => readVersion(String(text)))
  if (!from || !to || from.major !== to.major) return undefined
  return compareVersions(to, from) < 0 || to.minor > from.minor + 1 ? { orchestratorVersion } : undefined
}

/** Of the same minor, and yet not on offer. */
const notOnOffer: Change = (drawing) => {
  const minor = minorOf(highest(drawing))
  return minor.includes('.') ? { orchestratorVersion: `${minor}.98765` } : undefined
}

const DEDICATED: Change = () => ({ datastore: { mode: 'dedicated', ...DATASTORE, backups: true } })
/** A size that there is not. */
const UNHEARD_OF: Change = () => ({ datastore: { ...DATASTORE, size: 'db-unheard-of' } })
const BALANCED: Change = () => ({ managedLoadBalancers: { enabled: true } })
/** What a cluster is made with, and the changes that are made to it, one right after the other. */
const CHANGED: readonly { readonly from: Change; readonly to: readonly Change[] }[] = [
  {
    from: () => ({ managedLoadBalancers: { enabled: true } }),
    to: [() => ({ managedLoadBalancers: { enabled: false } })],
  },
  {
    from: DEDICATED,
    to: [() => ({ datastore: { ...DATASTORE, backups: false } })],
  },
  {
    from: () => ({ tier: 'medium', replicas: 1, managedLoadBalancers: { enabled: false } }),
    to: [LARGER, BALANCED, REDUNDANT],
  },
  // Several things at once, of which one is the longest step that a version leads to.
  {
    from: (drawing) => ({ tier: 'medium', replicas: 1, ...versioned(longestStep(drawing)?.from) }),
    to: [(drawing) => ({ tier: 'large', replicas: 3, ...versioned(longestStep(drawing)?.to) })],
  },
]

const versioned = (version: string | undefined): Item => (version === undefined ? {} : { orchestratorVersion: version })

/** A version, and the last one within its next minor; with others between them, if there are any such. */
function longestStep(drawing: Drawing): { readonly from: string; readonly to: string } | undefined {
  const known = versions(drawing)
  const steps = known.flatMap((from, place) => {
    const here = readVersion(from)
    const last = known.findLastIndex((version) => {
      const to = readVersion(version)
      return here !== undefined && to?.major === here.major && to.minor <= here.minor + 1
    })
    const to = known[last]
    return to === undefined || last <= place ? [] : [{ from, to, passed: last - place }]
  })
  return steps.toSorted((one, other) => other.passed - one.passed)[0]
}

/**
 * Where nobody can move the clock, work on clusters takes its time: several are made at once and waited for together. Versions
 * never go down, two changes at the same time or in one request both come, and a change leaves the rest as it is (upgrade and
 * resize rules; row 4).
 */
export const IN_REAL_TIME_SCRIPTS: readonly Script[] = [
  {
    ...script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
      const make = (more: (drawing: Drawing) => Item) => call('createCluster', { body: made(more) })
      const change = (place: number, body: Change, more: Partial<CallGoal> = {}) =>
        call('updateCluster', { parameters: at(place), body, soon: true, intent: 'exotic', ...more })
      const first = 2
      const changed = [1, ...CHANGED.map((_, index) => first + index)]
      const rolling = first + CHANGED.length - 1
      const dedicated = first + CHANGED.findIndex(({ from }) => from === DEDICATED)
      return [
        [
          make((drawing) => ({ tier: 'medium', replicas: 3, orchestratorVersion: highest(drawing) })),
          make(() => ({ tier: 'medium', replicas: 3, managedLoadBalancers: { enabled: false } })),
          ...CHANGED.map(({ from }) => make((drawing) => from(drawing) ?? {})),
          ...untilOtherPhase(call, rolling),
          ...times(MOST_VERSIONS, (place) => change(0, outOfReach(place), { intent: 'broken' })),
          change(0, notOnOffer, { intent: 'broken' }),
          change(dedicated, UNHEARD_OF, { intent: 'broken' }),
          ...[change(1, BALANCED, { withNext: true }), change(1, LARGER)],
          ...CHANGED.flatMap(({ to }, index) => to.map((body) => change(first + index, body))),
          // What is made while a roll is under way is there when it is over.
          call('createRegistrationToken', { parameters: at(rolling), soon: true, intent: 'exotic' }),
          ...changed.flatMap((place) => untilChanged(call, place)),
          // Some show what is to come before it has: it is still there when the last roll is over.
          ...untilOtherPhase(call, changed.length),
          ...changed.flatMap((place) => untilChanged(call, place)),
          call('listRegistrationTokens', { parameters: at(rolling) }),
        ],
      ]
    }),
    opens: true,
    inRealTime: true,
  },
  // The same for nodes, where the profile says where they join: by a token that is good, or was switched off, or is for one
  // node (Authentication, point 8); those that are too far behind an upgrade are in its way until they have gone (rules, 2).
  {
    ...script(
      ['createCluster', 'updateCluster', 'getCluster', 'createRegistrationToken', 'createJoinToken', 'joinNode'],
      (call) => {
        const join = (
          token: (drawing: Drawing) => unknown,
          more: Partial<CallGoal> = {},
          agent: (drawing: Drawing) => string | undefined = () => undefined,
        ) =>
          call('joinNode', {
            manner: 'nobody',
            parameters: at(0),
            body: (drawing) => {
              const [value, agentVersion] = [token(drawing), agent(drawing)]
              return value === undefined
                ? undefined
                : { node: plainName(drawing), token: value, ...(agentVersion && { agentVersion }) }
            },
            ...more,
          })
        const often = (drawing: Drawing) => secretOf(drawing, 'createRegistrationToken token')
        const once = (drawing: Drawing) => newest(drawing, 'JoinToken')?.joinToken ?? expired(drawing)
        const forTheOther = [['createJoinToken', once] as const, ['createRegistrationToken', often] as const]
        // Two of each: a refusal names all that are left behind.
        const old = [...agentsBehind(versionAt(-2)).flatMap((agent) => [agent, agent]), longAgo]
        const make = call('createCluster', { body: made((drawing) => versioned(versionAt(-2)(drawing))) })
        const given = (disabled: boolean) => call('updateRegistrationToken', { body: () => ({ disabled }) })
        const nodes = (afterMs = 0) => call('listNodes', { parameters: at(0), after: () => afterMs })
        const gone = call('deleteNode', { parameters: newestNode })
        const oldGone = call('deleteNode', {
          ...{ parameters: newestOldNode, optional: true },
          query: (drawing) => (newestOldNode(drawing) ? {} : undefined),
        })
        const newer: Change = (drawing) => versioned(versionAt(-1)(drawing))
        const upgraded = (intent: 'broken' | 'plain') =>
          call('updateCluster', { parameters: at(0), body: newer, soon: true, intent })
        return [
          [
            ...[make, ...untilOtherPhase(call, 0)],
            ...[call('createRegistrationToken', { parameters: at(0) }), join(often), nodes()],
            ...[given(true), join(often, { intent: 'broken' }), nodes(), given(false), join(often), nodes()],
            ...[call('createJoinToken', { parameters: at(0) }), join(once), gone, nodes()],
            ...[join(once, { intent: 'broken' }), nodes(NODE_READY_MS)],
            // Of two that come with it at the same time it lets in one.
            ...[call('createJoinToken', { parameters: at(0) }), join(once, { withNext: true }), join(once), nodes()],
            ...old.map((agent) => join(often, { intent: 'exotic' }, agent)),
            ...[nodes(NODE_READY_MS), upgraded('broken'), ...old.map(() => oldGone), nodes(NODE_READY_MS)],
            // While it rolls a node goes as it always does.
            ...[upgraded('plain'), { ...gone, intent: 'exotic' as const }],
          ],
          // A token is for the cluster that it was given for.
          [
            ...[make, make, ...[0, 1].flatMap((place) => untilOtherPhase(call, place))],
            ...forTheOther.flatMap(([id, token]) => [
              call(id, { parameters: at(1) }),
              join(token, { intent: 'broken' }),
            ]),
            nodes(),
          ],
        ]
      },
    ),
    opens: true,
    inRealTime: true,
  },
]

/** A node that has joined may take so long until it is there. */
const NODE_READY_MS = 3000

function newestNode(drawing: Drawing) {
  const [name, node] = [nameAt(drawing, 0), own(drawing, 'Node').at(-1)?.name]
  return name === undefined || node === undefined ? undefined : { name, node }
}

/** The newest node whose agent is of a lower minor than the version it came in at. */
function newestOldNode(drawing: Drawing) {
  const joined = readVersion(String(versionAt(-2)(drawing)))
  const old = own(drawing, 'Node').findLast(({ agentVersion }) => {
    const agent = readVersion(agentVersion)
    return agent && joined && minorsBehind(agent, joined) > 0
  })
  const name = nameAt(drawing, 0)
  return name === undefined || old === undefined ? undefined : { name, node: old.name }
}
