import type { Reader } from '../../../../world/reader.ts'
import type { ClusterRow, Settings } from '../../state/index.ts'

export type State = 'provisioning' | 'ready' | 'rolling' | 'deleting' | 'gone'

/** The state of a cluster: its work while that is in progress, then the result of the work. */
export function stateOf(reader: Reader, { work }: ClusterRow): State {
  const { kind, endedMs } = work
  if (endedMs === undefined || mayStillGoOn(reader, work)) return kind
  return kind === 'deleting' ? 'gone' : 'ready'
}

/**
 * True while work may still be in progress. Its length is not shown (States, other states, cluster), so there is a
 * deadline.
 */
function mayStillGoOn(reader: Reader, { startedMs, byAnother }: ClusterRow['work']): boolean {
  const deadlineMs = startedMs + reader.gap('clusters.work-deadline-seconds') * 1000
  return !byAnother && reader.nowMs < deadlineMs && reader.gap('clusters.overdue-work') === 'goes-on'
}

/** The name of the phase that a cluster shows; what is gone shows none any more. */
export function phaseOf(reader: Reader, cluster: ClusterRow): string {
  const state = stateOf(reader, cluster)
  return reader.gap('clusters.phase-names')[state === 'gone' ? 'deleting' : state]
}

/** The settings that a cluster shows: during a roll old or new ones (Endpoints, Clusters, row 4). */
export function shownSettings(reader: Reader, cluster: ClusterRow): Settings & { readonly loadBalancersOn: boolean } {
  const { before } = cluster.work
  const now = settingsOf(cluster)
  if (!before || stateOf(reader, cluster) === 'ready') return now
  switch (reader.gap('clusters.change-shows')) {
    case 'new':
      return now
    case 'old':
      return before
    case 'version-last':
      return { ...now, orchestratorVersion: before.orchestratorVersion }
  }
}

export function settingsOf(cluster: ClusterRow): Settings & { readonly loadBalancersOn: boolean } {
  const { tier, orchestratorVersion, replicas, mesh, datastore, managedLoadBalancers } = cluster
  return { tier, orchestratorVersion, replicas, mesh, datastore, loadBalancersOn: managedLoadBalancers.enabled }
}
