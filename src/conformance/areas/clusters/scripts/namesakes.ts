import { type Drawing, within } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'
import { remembered } from '../../../script/remembered.ts'
import { advance, type Body, event, type Script, script, times } from '../../../script/script.ts'
import type { RequestStep } from '../../../step/step.ts'
import { MANY_READS } from '../checks/resting.ts'
import { changing, modestAt, toVersion, used } from './changes.ts'
import { cluster, clusterAt, DONE, MANY_LOOKS, made, on } from './cluster-goals.ts'
import { REDUNDANT, versionAt } from './kinds-of-change.ts'

const of = (place: number): Body => made((drawing) => ({ replicas: 1, orchestratorVersion: versionAt(place)(drawing) }))
const beforeTheLast = of(-2)
/** The same, under the name of somebody else's newest cluster. */
const namedLike =
  (whose: 'main' | 'outsider', body: Body): Body =>
  (drawing, plain) => {
    const them = within(drawing, whose)
    const name = them && cluster(them)?.name
    return name && { ...Object(body(drawing, plain)), name }
  }

/** With so little that there are two larger tiers. */
const small = made(() => ({ tier: 'small', replicas: 1 }))
/** Somebody else's newest cluster, as they name it. */
const theirs = (drawing: Drawing) => {
  const them = within(drawing, 'outsider')
  const name = them && cluster(them)?.name
  return name === undefined ? undefined : { name }
}

/** The name that a cluster was to have. */
function nameIn(asked: RequestStep | undefined): string | undefined {
  const { name } = Object(asked?.body)
  return typeof name === 'string' ? name : undefined
}
/** The one of this name, as a path parameter, if it is there and stays. */
const ownNamed = (drawing: Drawing | undefined, name: string | undefined) =>
  drawing && own(drawing, 'Cluster').some((row) => row.name === name && !row.deleting)
    ? { name: String(name) }
    : undefined
/** Names that begin with a name, and one that it begins with. */
const LONGER = (name: string): string => `${name}-b`
const LONGER_STILL = (name: string): string => `${name}-b-c`
const SHORTER = (name: string): string => name.replace(/-*.$/, '')

/** A node comes into a cluster: wherever this happens, it has the same name. */
const namesakeJoins = (
  agent: (drawing: Drawing) => string | undefined,
  into: (drawing: Drawing) => Readonly<Record<string, string>> | undefined,
) =>
  event('nodeJoins', (drawing) => {
    const [agentVersion, there] = [agent(drawing), into(drawing)]
    return agentVersion && there && { ...there, node: `node-of-${drawing.salt}`, agentVersion, ready: true }
  })
/** So old that it is in the way of every upgrade. */
const tooOld = (): string => '1.1.0'

const ofOrganization = ({ org }: Drawing) => ({ organization: org })
/** The one that was made before the newest of ours. */
const ofOurOther = (drawing: Drawing) => {
  const other = own(drawing, 'Cluster').at(-2)?.name
  return other === undefined ? undefined : { ...ofOrganization(drawing), cluster: other }
}
/** Where ours is. */
const ofOurs = (drawing: Drawing) => {
  const ours = cluster(drawing)?.name
  return ours === undefined ? undefined : { ...ofOrganization(drawing), cluster: ours }
}
/** Where theirs is. */
const ofTheirs = (drawing: Drawing) => {
  const them = within(drawing, 'outsider')
  return them && ofOurs(them)
}
const ofTheirOrganization = (drawing: Drawing) => ({ organization: within(drawing, 'outsider')?.org })

/** Names are unique within an organization: what is under way in another one's cluster of the same name is none of ours. */
export const NAMESAKE_SCRIPTS: readonly Script[] = [
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const { change, look } = changing(call)
    const ours = [call('createCluster', { body: beforeTheLast }), DONE, ...times(MANY_LOOKS, () => look)]
    const another = call('createCluster', { manner: 'neighbour', body: namedLike('main', beforeTheLast) })
    // Those of both are called the same, and ours is as new as can be.
    const nodesJoin = [namesakeJoins(versionAt(-1), ofOurs), namesakeJoins(tooOld, ofTheirs)]
    return [
      // It is still being made.
      [...ours, another, change(toVersion(-1), 'plain'), DONE, look],
      // Its nodes are too old for an upgrade.
      [...ours, another, DONE, ...nodesJoin, look, change(toVersion(-1), 'plain'), DONE, look],
      // It is so old that what ours has left behind is new to it.
      [
        call('createCluster', { manner: 'neighbour', body: of(0) }),
        call('createCluster', { body: namedLike('outsider', of(-1)) }),
        ...[DONE, ...times(MANY_LOOKS, () => look), change(toVersion(1), 'broken'), look],
      ],
    ]
  }),
  // It is being changed itself: ours can be, too, and each becomes what it was asked to be.
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const look = call('getCluster')
    const lookAtTheirs = call('getCluster', { manner: 'neighbour', parameters: theirs })
    const changeTheirs = call('updateCluster', {
      manner: 'neighbour',
      parameters: theirs,
      body: () => ({ tier: 'large' }),
    })
    const { first, drawn } = remembered()
    const called =
      (written: (name: string) => string): Body =>
      (drawing, plain) => {
        const name = nameIn(first(drawing))
        return name && { ...Object(small(drawing, plain)), name: written(name) }
      }
    const ours = (drawing: Drawing) => ownNamed(drawing, nameIn(first(drawing)))
    const siblings = [LONGER, SHORTER].map((written) => ({
      made: call('createCluster', { body: called(written), intent: 'exotic' }),
      changed: call('updateCluster', {
        ...({ intent: 'exotic', optional: true } as const),
        parameters: (drawing) => ownNamed(drawing, written(nameIn(first(drawing)) ?? '')),
        body: () => ({ tier: 'large' }),
      }),
    }))
    const lookAtOurs = call('getCluster', { parameters: ours })
    return [
      [
        call('createCluster', { body: small }),
        call('createCluster', { manner: 'neighbour', body: namedLike('main', small) }),
        ...[DONE, ...times(MANY_LOOKS, () => look), changeTheirs],
        call('updateCluster', { body: () => ({ tier: 'medium' }) }),
        ...[DONE, look, lookAtTheirs],
      ],
      // Whatever theirs is called, and so are others of ours: also where the one name begins with the other.
      [
        ...[call('createCluster', { body: small, drawn }), ...siblings.map(({ made }) => made)],
        call('createCluster', { manner: 'neighbour', body: called(LONGER_STILL) }),
        ...[DONE, ...times(MANY_READS + 1, () => lookAtOurs), changeTheirs, ...siblings.map(({ changed }) => changed)],
        call('updateCluster', { parameters: ours, body: () => ({ tier: 'medium' }) }),
        ...[DONE, lookAtOurs],
      ],
    ]
  }),
  // Where ours has no headroom it cannot become smaller, however empty theirs is (upgrade and resize rules, 3).
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const ours = call('createCluster', { body: modestAt(1) })
    const another = call('createCluster', { manner: 'neighbour', body: namedLike('main', modestAt(1)) })
    const small = () => ({ tier: 'small' })
    const parameters = clusterAt(-1)
    const look = call('getCluster', { parameters })
    const { first, drawn } = remembered()
    return [
      [
        ...[ours, another, DONE, ...used(() => 100, ofOrganization)],
        ...[call('updateCluster', { parameters, body: small, intent: 'broken' }), DONE, look],
      ],
      // And where ours could become smaller once, it can again, however crowded theirs and another one of ours are by then.
      [
        ...[call('createCluster', { body: modestAt(1) }), ours, another, DONE, ...used(() => 0, ofOrganization)],
        ...[call('updateCluster', { parameters, body: small, intent: 'exotic' }), DONE],
        call('updateCluster', {
          parameters,
          body: (drawing) => (cluster(drawing)?.tier === 'small' ? { tier: 'medium' } : undefined),
          drawn,
        }),
        ...[DONE, ...times(MANY_LOOKS, () => look), ...used(() => 100, ofTheirOrganization)],
        ...used(() => 100, ofOurOther),
        ...[call('updateCluster', { parameters, body: (drawing) => first(drawing) && small() }), DONE, look],
      ],
    ]
  }),
  // Nor are those who may come in: each hands out what is its own, and shows that only (rows 8 and 11).
  script(['createCluster', 'getKubeconfig', 'createRegistrationToken', 'listRegistrationTokens'], (call) => {
    const both = (id: 'getKubeconfig' | 'listRegistrationTokens') => [
      call(id),
      call(id, { manner: 'neighbour', parameters: theirs }),
    ]
    return [
      [
        call('createCluster', { body: small }),
        ...[call('createCluster', { manner: 'neighbour', body: namedLike('main', small) }), DONE],
        ...[call('createRegistrationToken'), ...both('listRegistrationTokens'), ...both('getKubeconfig')],
      ],
    ]
  }),
  // A node of ours is unknown in theirs, and they hear nothing of where it is (Conventions, 4).
  script(['createCluster', 'deleteNode', 'listNodes'], (call) => {
    const node = ({ salt }: Drawing) => `node-of-${salt}`
    return [
      [
        ...[call('createCluster'), call('createCluster', { manner: 'neighbour' }), DONE],
        on('nodeJoins', (drawing) => ({ node: node(drawing), ready: true })),
        call('deleteNode', {
          ...{ manner: 'neighbour', intent: 'exotic' },
          parameters: (drawing) => {
            const cluster = theirs(drawing)
            return cluster && { ...cluster, node: node(drawing) }
          },
        }),
        call('listNodes'),
      ],
    ]
  }),
  // Nor does ours take it along when it goes, and theirs becomes no older by what ours had become.
  script(['createCluster', 'updateCluster', 'deleteCluster', 'getCluster'], (call) => {
    const byThem = { manner: 'neighbour', parameters: theirs } as const
    return [
      [
        call('createCluster', { manner: 'neighbour', body: of(-3) }),
        call('createCluster', { body: namedLike('outsider', beforeTheLast) }),
        ...[DONE, call('updateCluster', { body: toVersion(-1), intent: 'exotic' }), DONE],
        ...[call('deleteCluster'), DONE],
        ...times(MANY_LOOKS, () => call('getCluster', byThem)),
        call('updateCluster', { ...byThem, body: toVersion(-2) }),
      ],
    ]
  }),
  // A cluster is as old as it was made, whatever became of somebody else's that had its name before; and nothing of what was
  // under way there when that went is under way here.
  script(['createCluster', 'updateCluster', 'deleteCluster', 'getCluster'], (call) => {
    const { first, drawn } = remembered()
    const byThem = { manner: 'neighbour', parameters: theirs, intent: 'exotic' } as const
    return [
      [
        ...[call('createCluster', { manner: 'neighbour', body: beforeTheLast, drawn }), DONE],
        ...[call('updateCluster', { ...byThem, body: toVersion(-1) }), DONE],
        ...[call('updateCluster', { ...byThem, body: REDUNDANT }), call('deleteCluster', byThem), DONE],
        // Some let it go only when that is over.
        call('deleteCluster', {
          ...({ ...byThem, optional: true } as const),
          parameters: (drawing) => ownNamed(within(drawing, 'outsider'), nameIn(first(drawing))),
        }),
        DONE,
        call('createCluster', {
          intent: 'exotic',
          body: (drawing, plain) => ({ ...Object(of(-3)(drawing, plain)), name: nameIn(first(drawing)) }),
        }),
        ...[DONE, ...times(MANY_LOOKS, () => call('getCluster'))],
        ...[call('updateCluster', { body: toVersion(-2) }), DONE, call('getCluster')],
      ],
    ]
  }),
  // A cluster that was deleted twice goes once: the next one of its name is not taken along, nor held up by what was under way.
  script(['createCluster', 'updateCluster', 'deleteCluster', 'getCluster'], (call) => {
    const { first, drawn } = remembered()
    const named = (drawing: Drawing) => {
      const name = nameIn(first(drawing))
      return name === undefined ? undefined : { name }
    }
    const gone = call('deleteCluster', { parameters: named, intent: 'exotic' })
    const changed = { parameters: named, body: () => ({ tier: 'large' }) }
    return ['PT1S', 'PT3S'].map((meanwhile) => [
      ...[call('createCluster', { body: small, drawn }), DONE, call('updateCluster', { ...changed, intent: 'exotic' })],
      ...[gone, advance(meanwhile), gone],
      event('advanceClock', () => ({ nextDue: true })),
      call('createCluster', { intent: 'exotic', body: (drawing) => first(drawing)?.body }),
      ...[DONE, ...times(MANY_LOOKS, () => call('getCluster', { parameters: named })), call('updateCluster', changed)],
    ])
  }),
  // The nodes of another cluster of ours are in nobody's way either, whatever they are called (upgrade and resize rules, 2).
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const parameters = clusterAt(-2)
    const look = call('getCluster', { parameters })
    return [
      [
        ...[...times(2, () => call('createCluster', { body: beforeTheLast })), DONE],
        ...[namesakeJoins(versionAt(-1), ofOurOther), namesakeJoins(tooOld, ofOurs), ...times(MANY_LOOKS, () => look)],
        ...[call('updateCluster', { parameters, body: toVersion(-1) }), DONE, look],
      ],
    ]
  }),
  // The same where nobody can move the clock: that both rolls are over is waited for, and that one of another two is gone.
  {
    ...script(['createCluster', 'updateCluster', 'deleteCluster', 'getCluster'], (call) => {
      const byThem = { manner: 'neighbour', parameters: theirs } as const
      const waited = call('getCluster', { parameters: clusterAt(-1), after: longestMs })
      const changed = (tier: string) => ({ body: () => ({ tier }), soon: true, intent: 'exotic' }) as const
      const { first, drawn } = remembered()
      const leaving = (drawing: Drawing) => {
        const name = nameIn(first(drawing))
        return name === undefined ? undefined : { name }
      }
      const another = call('createCluster', { manner: 'neighbour', body: namedLike('main', small) })
      const lookAtStaying = call('getCluster', { ...byThem, parameters: leaving })
      return [
        [
          ...[call('createCluster', { body: small, drawn }), another, lookAtStaying],
          ...[call('createCluster', { body: small }), another, waited],
          call('deleteCluster', { parameters: leaving, intent: 'exotic' }),
          call('updateCluster', { ...byThem, ...changed('large') }),
          call('updateCluster', { parameters: clusterAt(-1), ...changed('medium') }),
          ...[waited, call('getCluster', byThem), lookAtStaying],
        ],
      ]
    }),
    opens: true,
    inRealTime: true,
  },
]

/** So long work on a cluster takes at most, by the profile. */
function longestMs({ contract: { profile } }: Drawing): number {
  const { provisioning = 0, roll = 0 } = profile.deadlines
  return (Math.max(provisioning, roll) + 1) * 1000
}
