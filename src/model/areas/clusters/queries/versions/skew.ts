import type { Reader } from '../../../../world/reader.ts'
import type { ClusterRow, NodeRow } from '../../state/index.ts'
import { minorsBehind, readVersion, type Version } from './version.ts'

/** The nodes whose agents would be further behind a version than they may; how far that is, is not shown. */
export function laggingNodes(reader: Reader, { org, name }: ClusterRow, control: Version): NodeRow[] {
  const nodes = [...reader.oldest('Node', 'parent', org, name)]
  return nodes.filter(({ agentVersion }) => isTooOld(reader, agentVersion, control))
}

export function isTooOld(reader: Reader, agentVersion: string, control: Version): boolean {
  const agent = readVersion(agentVersion)
  if (!agent) return false
  const behind = minorsBehind(agent, control)
  return behind > 0 && behind > reader.gap('clusters.node-skew')
}
