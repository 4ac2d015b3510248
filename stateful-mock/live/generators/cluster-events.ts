import type { ClusterRow } from '../../../src/model/areas/clusters/state/index.ts'
import { type EventGenerator, type GeneratorContext, oneOf } from './event-generator.ts'

const live = ({ reader, org }: GeneratorContext): ClusterRow[] => [...reader.oldest('Cluster', 'live', org)]

/** Somebody rolls a control plane, one at a time; the clock ends it. */
export const clusterRolls: EventGenerator = (context) => {
  const clusters = live(context)
  if (clusters.some(({ work }) => work.endedMs === undefined)) return undefined
  const cluster = oneOf(context.dice, clusters)
  return cluster && { name: 'clusterChangesConcurrently', org: context.org, body: { cluster: cluster.name } }
}

/** A node drops out, one at a time. */
export const nodeIsLost: EventGenerator = (context) => {
  const nodes = everyNode(context)
  if (nodes.some(({ ready }) => !ready)) return undefined
  const node = oneOf(context.dice, nodes)
  return (
    node && { name: 'nodeLost', org: context.org, body: { cluster: node.cluster, node: node.name, how: 'not-ready' } }
  )
}

export const nodeComesBack: EventGenerator = (context) => {
  const node = oneOf(
    context.dice,
    everyNode(context).filter(
      ({ ready, dueId, readsLeft }) => !ready && dueId === undefined && readsLeft === undefined,
    ),
  )
  return node && { name: 'nodeLost', org: context.org, body: { cluster: node.cluster, node: node.name, how: 'back' } }
}

const everyNode = (context: GeneratorContext) =>
  live(context).flatMap(({ name }) => [...context.reader.oldest('Node', 'parent', context.org, name)])
