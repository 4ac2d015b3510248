import type { EffectContext } from '../../../../request/contexts.ts'
import { meshAfter, modeAfter } from '../../queries/clusters/fixed-fields.ts'
import type { ClusterRow, Datastore } from '../../state/index.ts'
import { patchOnlyNamed } from '../../statements/index.ts'
import { switchedLoadBalancers } from '../load-balancers/load-balancers.ts'

type Context = EffectContext<'updateCluster'>

/** The cluster with what a change names, everything else as it was. */
export function changedCluster(context: Context, before: ClusterRow): ClusterRow {
  const { orchestratorVersion, tier, replicas, managedLoadBalancers } = context.body
  context.cite(patchOnlyNamed)
  const changed = {
    ...before,
    orchestratorVersion: orchestratorVersion ?? before.orchestratorVersion,
    tier: tier ?? before.tier,
    replicas: replicas ?? before.replicas,
    mesh: meshAfter(context, context.given, before.mesh),
    datastore: changedDatastore(context, before.datastore),
  }
  return managedLoadBalancers ? switchedLoadBalancers(context, changed, managedLoadBalancers.enabled) : changed
}

function changedDatastore(context: Context, before: Datastore): Datastore {
  const asked = context.body.datastore
  if (!asked) return before
  const mode = modeAfter(context, context.given, before)
  // What is shared has no size of its own, unless a change may give it one.
  if (mode === 'shared' && context.gap('clusters.datastore-change-on-shared') !== 'accept')
    return before.mode === 'shared' ? before : { mode }
  const { size, storageGiB, replicas, backups } = asked
  return { ...before, mode, size, storageGiB, replicas, backups }
}
