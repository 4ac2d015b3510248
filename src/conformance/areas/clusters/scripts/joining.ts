import { splitKey } from '../../../../model/table/table.ts'
import { isSymbol } from '../../../../model/world/fresh.ts'
import { type Drawing, plainName } from '../../../kit/drawing.ts'
import { newest, own } from '../../../kit/own-rows.ts'
import type { CallGoal, Goal, Walk } from '../../../script/goal.ts'
import { goodUntilEnded } from '../../../script/good-until-ended.ts'
import { advance, type Call, have, type Script, script, secretOf, times, used } from '../../../script/script.ts'
import { cluster, clusterAt, DONE, MANY_LOOKS, OVER_IN_ANY_UNIT, on } from './cluster-goals.ts'

/** A join token that has run out since. */
export const expired = ({ shadow }: Drawing): string | undefined =>
  [...shadow.gone].map(splitKey).findLast(([entity]) => entity === 'JoinToken')?.[2]

const twoClusters = (call: Call): Goal[] => [call('createCluster'), call('createCluster'), DONE]

/** A node joins the newest cluster with a token. */
const joins = (token: (drawing: Drawing) => unknown, named: (drawing: Drawing) => string = plainName): Goal =>
  on('nodeJoins', (drawing) => {
    const value = token(drawing)
    return value === undefined
      ? undefined
      : { node: named(drawing), token: value, ready: true, ...ofItsVersion(drawing) }
  })
/** An agent as the newest cluster has it: one without a version may be refused. */
const ofItsVersion = (drawing: Drawing): { readonly agentVersion?: string | undefined } => {
  const agentVersion = cluster(drawing)?.orchestratorVersion
  return isSymbol(agentVersion) ? {} : { agentVersion }
}
const byJoinToken = joins((drawing) => newest(drawing, 'JoinToken')?.joinToken ?? expired(drawing))
const byUnusedToken = joins((drawing) => own(drawing, 'JoinToken').find(({ used: isUsed }) => !isUsed)?.joinToken)
const asNamed = joins(
  (drawing) => newest(drawing, 'JoinToken')?.joinToken ?? expired(drawing),
  ({ salt }) => `node-${salt}`,
)
const vanished = on('nodeLost', ({ salt }) => ({ node: `node-${salt}`, how: 'vanished' }))
const registrationToken = (drawing: Drawing) => secretOf(drawing, 'createRegistrationToken token')

/** More than a handful. */
const MANY = 8

const lettingIn = (call: Call): Walk[] => [
  // A cluster that was made long ago lets nodes in.
  [
    ...[call('createCluster'), advance('P2D'), ...times(MANY_LOOKS, () => call('getCluster'))],
    ...[call('createJoinToken'), byJoinToken, call('createRegistrationToken'), joins(registrationToken)],
  ],
  // One kind lets a node in where the other has done so: the cluster is ready then.
  [
    ...[have('ReadyCluster'), call('createRegistrationToken'), joins(registrationToken)],
    ...[call('createJoinToken'), byJoinToken, call('listNodes')],
  ],
  [
    ...[have('ReadyCluster'), call('createJoinToken'), byJoinToken],
    ...[call('createRegistrationToken'), joins(registrationToken), call('listNodes')],
  ],
]

export const JOINING_SCRIPTS: readonly Script[] = [
  // Off can be turned on again, which shows without any node too (States, switches).
  script(['createRegistrationToken', 'updateRegistrationToken', 'listRegistrationTokens'], (call) => [
    [
      call('createRegistrationToken'),
      ...[true, false].map((disabled) => call('updateRegistrationToken', { body: () => ({ disabled }) })),
      call('listRegistrationTokens'),
    ],
  ]),
  // Joining: once by a join token, any number of times by a registration token (Authentication, point 8).
  script(['createCluster', 'createJoinToken', 'createRegistrationToken', 'updateRegistrationToken'], (call) => {
    const registration = used('registration-token', 'createRegistrationToken token')
    return [
      ...goodUntilEnded({
        used: (place) => used('registration-token', 'createRegistrationToken token', place),
        expires: true,
        unwritten: true,
        made: call('createRegistrationToken'),
        ended: call('deleteRegistrationToken'),
        listed: call('listRegistrationTokens'),
      }),
      [have('ReadyCluster'), call('createJoinToken'), byJoinToken, byJoinToken],
      // Also when that node has gone.
      [have('ReadyCluster'), call('createJoinToken'), byJoinToken, call('deleteNode'), byJoinToken],
      // And comes back by its name.
      [have('ReadyCluster'), call('createJoinToken'), asNamed, call('deleteNode'), asNamed],
      // Also when it let in one that had been there before.
      [
        have('ReadyCluster'),
        ...[on('nodeJoins', ({ salt }) => ({ node: `node-${salt}`, ready: true })), vanished],
        ...[call('createJoinToken'), asNamed, byJoinToken],
      ],
      // Each is another one, for another node.
      [have('ReadyCluster'), call('createJoinToken'), byJoinToken, call('createJoinToken'), byJoinToken],
      // It is the one that was shown which is spent, not one that was given before.
      [
        ...[have('ReadyCluster'), call('createJoinToken'), call('createJoinToken')],
        ...[byJoinToken, byJoinToken, byUnusedToken, call('listNodes')],
      ],
      [have('ReadyCluster'), call('createRegistrationToken'), joins(registrationToken), joins(registrationToken)],
      // However many have come with it.
      [have('ReadyCluster'), call('createRegistrationToken'), ...times(MANY, () => joins(registrationToken))],
      ...lettingIn(call),
      // One node in the place of another, though there are as many.
      [
        ...[have('ReadyCluster'), call('createRegistrationToken'), joins(registrationToken), call('listNodes')],
        ...[call('deleteNode'), call('listRegistrationTokens'), joins(registrationToken), call('listNodes')],
      ],
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
      // Good, then not, then good again.
      [
        have('ReadyCluster'),
        call('createRegistrationToken'),
        joins(registrationToken),
        ...[true, false].flatMap((disabled) => [
          call('updateRegistrationToken', { body: () => ({ disabled }) }),
          joins(registrationToken),
        ]),
      ],
      // A token is for the cluster that it was given for.
      [...twoClusters(call), call('createJoinToken', { parameters: clusterAt(-2) }), byJoinToken],
      [...twoClusters(call), call('createRegistrationToken', { parameters: clusterAt(-2) }), joins(registrationToken)],
      [
        have('ReadyCluster'),
        call('createRegistrationToken'),
        call('deleteRegistrationToken'),
        joins(registrationToken),
      ],
    ]
  }),
  // With the address where nodes join in the profile.
  script(['createCluster', 'createJoinToken', 'createRegistrationToken', 'joinNode', 'listNodes'], (call) => {
    const join = (
      token: (drawing: Drawing) => string | undefined,
      intent: 'plain' | 'broken' = 'plain',
      more: Partial<CallGoal> = {},
    ): Goal =>
      call('joinNode', {
        manner: 'nobody',
        intent,
        body: (drawing) => {
          const value = token(drawing)
          return value && { node: plainName(drawing), token: value, ...ofItsVersion(drawing) }
        },
        ...more,
      })
    const once = (drawing: Drawing) => newest(drawing, 'JoinToken')?.joinToken ?? expired(drawing)
    const often = (drawing: Drawing) => secretOf(drawing, 'createRegistrationToken token')
    const nodes = call('listNodes')
    return [
      [have('ReadyCluster'), call('createJoinToken'), join(once), nodes, join(once, 'broken'), nodes],
      [have('ReadyCluster'), call('createJoinToken'), join(once), call('deleteNode'), join(once, 'broken'), nodes],
      [
        ...[have('ReadyCluster'), call('createJoinToken'), call('createJoinToken')],
        ...[join(once), join(once, 'broken'), nodes],
      ],
      [have('ReadyCluster'), call('createRegistrationToken'), join(often), join(often), nodes],
      // At the same time, too.
      [
        have('ReadyCluster'),
        call('createRegistrationToken'),
        join(often, 'plain', { withNext: true }),
        join(often),
        nodes,
      ],
      [have('ReadyCluster'), join(({ salt }) => `no-token-${salt}`, 'broken'), nodes],
      // A token is for the cluster that it was given for.
      ...[['createJoinToken', once] as const, ['createRegistrationToken', often] as const].map(([given, token]) => [
        ...twoClusters(call),
        call(given, { parameters: clusterAt(-2) }),
        join(token, 'broken', { parameters: clusterAt(-1) }),
        nodes,
      ]),
    ]
  }),
]
