import type { ClusterRow } from '../../../src/model/areas/clusters/state.ts'
import { oneOf, type Plot, type Stage } from './event-generator.ts'

const live = ({ here, org }: Stage): ClusterRow[] => [...here.oldest('Cluster', 'live', org)]

/** Somebody rolls a control plane, one at a time; the clock ends it. */
export const clusterRolls: Plot = (stage) => {
  const clusters = live(stage)
  if (clusters.some(({ work }) => work.endedMs === undefined)) return undefined
  const cluster = oneOf(stage.dice, clusters)
  return cluster && { name: 'clusterChangesConcurrently', org: stage.org, body: { cluster: cluster.name } }
}

/** A node drops out, one at a time. */
export const nodeIsLost: Plot = (stage) => {
  const nodes = everyNode(stage)
  if (nodes.some(({ ready }) => !ready)) return undefined
  const node = oneOf(stage.dice, nodes)
  return (
    node && { name: 'nodeLost', org: stage.org, body: { cluster: node.cluster, node: node.name, how: 'not-ready' } }
  )
}

export const nodeComesBack: Plot = (stage) => {
  const node = oneOf(
    stage.dice,
    everyNode(stage).filter(({ ready, dueId, readsLeft }) => !ready && dueId === undefined && readsLeft === undefined),
  )
  return node && { name: 'nodeLost', org: stage.org, body: { cluster: node.cluster, node: node.name, how: 'back' } }
}

const everyNode = (stage: Stage) =>
  live(stage).flatMap(({ name }) => [...stage.here.oldest('Node', 'parent', stage.org, name)])
