import { rulesIn } from '../../../rules/rules-in.ts'
import type { EventEffect } from '../../area.ts'
import { eventAnswer, ImpossibleEvent } from '../../event-answer.ts'
import { takeIn } from '../effects/nodes/join.ts'
import { nowReady } from '../effects/nodes/node-ready.ts'
import { takeOut } from '../effects/nodes/nodes.ts'
import * as joining from '../rules/joining.ts'
import { clusterCalled, nodeCalled } from './cluster-called.ts'

/** A node with a token must be allowed to join; without a token it is added whatever the gaps say. */
export const nodeJoins: EventEffect<'nodeJoins'> = (context) => {
  const { cluster: name, node, token, agentVersion, ready } = context.body
  const cluster = clusterCalled(context, name)
  const request = { cluster, node, token, agentVersion }
  const rules = token === undefined ? [] : rulesIn(joining)
  const against = rules.flatMap(({ id, keepsOut }) => {
    const reason = keepsOut(context, request)
    return reason === undefined ? [] : [{ id, reason }]
  })
  if (against[0]) throw new ImpossibleEvent('not-possible', against[0].reason, ...against.map(({ id }) => id))
  const joined = takeIn(context, request, ready)
  return { ...eventAnswer(context, { entity: 'Node', id: node, change: 'created' }), node, with: joined.with }
}

export const agentUpgraded: EventEffect<'agentUpgraded'> = (context) => {
  const { cluster, node, agentVersion } = context.body
  context.put('Node', { ...nodeCalled(context, cluster, node), agentVersion })
  return eventAnswer(context, { entity: 'Node', id: node, change: 'changed' })
}

export const nodeLost: EventEffect<'nodeLost'> = (context) => {
  const { cluster, node: name, how = 'not-ready' } = context.body
  const node = nodeCalled(context, cluster, name)
  if (how === 'vanished') takeOut(context, node)
  else {
    if (node.dueId !== undefined) context.cancel(node.dueId)
    context.put('Node', nowReady(node, how === 'back'))
  }
  return eventAnswer(context, { entity: 'Node', id: name, change: how === 'vanished' ? 'removed' : 'changed' })
}
