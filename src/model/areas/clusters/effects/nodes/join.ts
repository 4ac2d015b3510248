import type { Transaction } from '../../../../world/transaction.ts'
import type { Effect } from '../../../area.ts'
import { type JoinRequest, presented } from '../../queries/join-request.ts'
import { nodeView } from '../../queries/views.ts'
import type { NodeRow } from '../../state/index.ts'
import { registrationTokenReusable } from '../../statements/index.ts'
import { awaitReady } from './node-ready.ts'
import { takeOut } from './nodes.ts'
import { noteRegistration } from './note-registration.ts'

export const joinNode: Effect<'joinNode'> = (context) => {
  const cluster = context.the('Cluster')
  const { node, token, agentVersion } = context.body
  const { row } = takeIn(context, { cluster, node, token, agentVersion })
  return nodeView(context, cluster, row)
}

type With = 'join-token' | 'registration-token' | 'nothing'

/** A node joins: a join token is used up, a registration token records its use. */
export function takeIn(
  context: Transaction,
  request: JoinRequest,
  ready?: boolean,
): { readonly row: NodeRow; readonly with: With } {
  const { cluster, token } = request
  const former = context.get('Node', cluster.org, cluster.name, request.node)
  if (former) takeOut(context, former)
  const key = token === undefined ? undefined : presented(context, cluster, token)
  if (key) use(context, key)
  const node = newNode(context, request, key?.kind === 'registration-token' ? key.row.id : undefined)
  const row = ready === undefined ? awaitReady(context, node) : { ...node, ready }
  return { row: context.put('Node', row), with: key?.kind ?? 'nothing' }
}

function newNode(context: Transaction, request: JoinRequest, registrationTokenId: string | undefined): NodeRow {
  const { cluster, node, agentVersion = cluster.orchestratorVersion } = request
  return {
    id: node,
    org: cluster.org,
    seq: context.serial(),
    name: node,
    ready: false,
    agentVersion,
    cluster: cluster.name,
    joinedAtMs: context.nowMs,
    registrationTokenId,
    dueId: undefined,
    readsLeft: undefined,
  }
}

function use(context: Transaction, key: NonNullable<ReturnType<typeof presented>>): void {
  if (key.kind === 'join-token') {
    context.put('JoinToken', { ...key.row, used: true })
    return
  }
  context.cite(registrationTokenReusable)
  noteRegistration(context, key.row)
}
