import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'
import type { Reader } from '../../../world/reader.ts'
import { stateOf } from '../queries/clusters/phase.ts'
import { type JoinRequest, presented } from '../queries/join-request.ts'
import { isTooOld } from '../queries/versions/skew.ts'
import { compareVersions, readVersion } from '../queries/versions/version.ts'

/** The reason why a node may not join, at the side door and in an outside event. */
export interface JoinRefusal extends Refusal {
  readonly keepsOut: (reader: Reader, request: JoinRequest) => string | undefined
}

type Facts = Pick<Refusal, 'id' | 'says' | 'checklist' | 'where' | 'provenance'> & Partial<Refusal>

function keepingOut(facts: Facts, keepsOut: JoinRefusal['keepsOut']): JoinRefusal {
  const rule = refusal({
    stage: 'authentication',
    status: 'clusters.join-refusal-status',
    on: ['joinNode'],
    when: (context) => {
      const request = requestIn(context)
      return request && keepsOut(context, request)
    },
    ...facts,
  })
  return { ...rule, keepsOut }
}

function requestIn(context: RefusalContext): JoinRequest | undefined {
  const [cluster, body] = [context.named('Cluster'), checkedBody<'joinNode'>(context)]
  if (!cluster || body?.node === undefined) return undefined
  return { cluster, node: body.node, token: body.token, agentVersion: body.agentVersion }
}

const keyOf = (reader: Reader, { cluster, token }: JoinRequest) =>
  token === undefined ? undefined : presented(reader, cluster, token)

const isOver = ({ nowMs }: Reader, { expiresAtMs }: { readonly expiresAtMs: number | undefined }): boolean =>
  expiresAtMs !== undefined && expiresAtMs <= nowMs

export const tokenUnknown = keepingOut(
  {
    id: 'clusters.join-token-unknown',
    says: 'A node can only join with a token of this cluster that has not been revoked.',
    checklist: ['CLU-11', 'CLU-13'],
    where: 'Authentication, point 8; Endpoints, Clusters, row 14',
    provenance: 'stated',
  },
  (reader, request) =>
    request.token !== undefined && !keyOf(reader, request) ? 'the cluster has no such token, or no longer' : undefined,
)

export const joinTokenUsed = keepingOut(
  {
    id: 'clusters.join-token-single-use',
    says: 'A join token works for exactly one node, once.',
    checklist: ['CLU-11', 'LIM-03'],
    where: 'Endpoints, Clusters, row 9; Limits, join token',
    provenance: 'stated',
  },
  (reader, request) => {
    const key = keyOf(reader, request)
    return key?.kind === 'join-token' && key.row.used ? 'this join token has been used' : undefined
  },
)

export const joinTokenExpired = keepingOut(
  {
    id: 'clusters.join-token-expired',
    says: 'A join token is short-lived.',
    checklist: ['CLU-11', 'LIM-03'],
    where: 'Endpoints, Clusters, row 9; Limits, join token',
    provenance: 'stated',
  },
  (reader, request) => {
    const key = keyOf(reader, request)
    return key?.kind === 'join-token' && isOver(reader, key.row) ? 'this join token has expired' : undefined
  },
)

export const registrationTokenOff = keepingOut(
  {
    id: 'clusters.registration-token-off',
    says: 'No node can join with a disabled registration token.',
    checklist: ['CLU-13'],
    where: 'Endpoints, Clusters, row 13; States, switches',
    provenance: 'stated',
  },
  (reader, request) => {
    const key = keyOf(reader, request)
    return key?.kind === 'registration-token' && key.row.disabled ? 'this registration token is off' : undefined
  },
)

export const registrationTokenExpired = keepingOut(
  {
    id: 'clusters.registration-token-expired',
    says: 'No node can join with an expired registration token.',
    checklist: ['CLU-13'],
    where: 'Resources, RegistrationToken; Endpoints, Clusters, row 12',
    provenance: 'implied',
  },
  (reader, request) => {
    const key = keyOf(reader, request)
    return key?.kind === 'registration-token' && isOver(reader, key.row)
      ? 'this registration token has expired'
      : undefined
  },
)

const ASSUMED = {
  checklist: ['CLU-11', 'CLU-13'],
  where: 'Authentication, point 8 (nothing about how a node joins)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'clusters.state-conflict-status',
} as const

export const joinTooEarly = keepingOut(
  {
    ...ASSUMED,
    id: 'clusters.join-untimely',
    says: 'Joining may be refused while the cluster is being provisioned or torn down.',
  },
  (reader, { cluster }) => {
    const apt = ['ready', 'rolling'].includes(stateOf(reader, cluster))
    return !apt && reader.gap('clusters.join-while-not-ready') === 'refuse' ? 'the cluster is not ready' : undefined
  },
)

export const agentVersionMissing = keepingOut(
  { ...ASSUMED, id: 'clusters.join-without-version', says: 'An agent without a version may be refused.' },
  (reader, { agentVersion }) =>
    agentVersion === undefined && reader.gap('clusters.join-agent-version') === 'refuse'
      ? 'the version of the agent is missing'
      : undefined,
)

export const agentVersionUnfit = keepingOut(
  {
    ...ASSUMED,
    id: 'clusters.join-skew',
    says: 'An agent that is too far behind the control plane, ahead of it, or has an unreadable version may be refused.',
  },
  (reader, { cluster, agentVersion }) => {
    const control = readVersion(cluster.orchestratorVersion)
    if (!control || agentVersion === undefined) return undefined
    const agent = readVersion(agentVersion)
    const unfit = !agent || compareVersions(agent, control) > 0 || isTooOld(reader, agentVersion, control)
    return unfit && reader.gap('clusters.join-skew') === 'refuse' ? 'this version of the agent does not fit' : undefined
  },
)

export const nodeNameTaken = keepingOut(
  { ...ASSUMED, id: 'clusters.join-taken-name', says: 'A node with the name of an existing one may be refused.' },
  (reader, { cluster, node }) =>
    reader.get('Node', cluster.org, cluster.name, node) && reader.gap('clusters.join-taken-name') === 'refuse'
      ? `there is a node ${node} already`
      : undefined,
)
