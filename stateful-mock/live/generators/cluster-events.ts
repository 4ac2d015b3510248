import type { ClusterRow } from '../../../src/model/areas/clusters/state/index.ts'
import { type EventGenerator, type GeneratorContext, mayLeave, oneOf, parted } from './event-generator.ts'

const live = ({ reader, org }: GeneratorContext): ClusterRow[] => [...reader.oldest('Cluster', 'live', org)]

/** Somebody rolls a control plane, one at a time; the clock ends it. */
export const clusterRolls: EventGenerator = (context) => {
  const clusters = live(context)
  if (clusters.some(({ work }) => work.endedMs === undefined)) return undefined
  const cluster = oneOf(context.dice, clusters)
  return cluster && { name: 'clusterChangesConcurrently', org: context.org, body: { cluster: cluster.name } }
}

/** Maximum number of nodes that are not ready at the same time. */
const MOST_LOST = 2

export const nodeIsLost: EventGenerator = (context) => {
  const nodes = everyNode(context)
  if (nodes.filter(({ ready }) => !ready).length >= MOST_LOST) return undefined
  const node = oneOf(
    context.dice,
    nodes.filter(({ ready }) => ready),
  )
  return (
    node && { name: 'nodeLost', org: context.org, body: { cluster: node.cluster, node: node.name, how: 'not-ready' } }
  )
}

export const nodeComesBack: EventGenerator = (context) => {
  const [ready, lost] = parted(everyNode(context), (node) => node.ready)
  const waiting = lost.filter(({ dueId, readsLeft }) => dueId === undefined && readsLeft === undefined)
  const node = oneOf(context.dice, mayLeave(waiting, ready))
  return node && { name: 'nodeLost', org: context.org, body: { cluster: node.cluster, node: node.name, how: 'back' } }
}

const everyNode = (context: GeneratorContext) =>
  live(context).flatMap(({ name }) => [...context.reader.oldest('Node', 'parent', context.org, name)])
