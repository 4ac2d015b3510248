import type { EffectContext } from '../../../../request/contexts.ts'
import { fixedFields } from '../../queries/clusters/fixed-fields.ts'
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
    mesh: fixedNow(context).mesh ?? before.mesh,
    datastore: changedDatastore(context, before.datastore),
  }
  return managedLoadBalancers ? switchedLoadBalancers(context, changed, managedLoadBalancers.enabled) : changed
}

function changedDatastore(context: Context, before: Datastore): Datastore {
  const mode = fixedNow(context).mode ?? before.mode
  const asked = context.body.datastore
  if (!asked) return before
  if (mode === 'shared' && context.gap('clusters.datastore-change-on-shared') !== 'accept') return { ...before, mode }
  const { size, storageGiB, replicas, backups } = asked
  return { ...before, mode, size, storageGiB, replicas, backups }
}

/** The fixed fields of a change, where they are applied although they are not listed. */
function fixedNow(context: Context): ReturnType<typeof fixedFields> {
  const named = fixedFields(context.given)
  const none = { mesh: undefined, mode: undefined }
  if (named.mesh === undefined && named.mode === undefined) return none
  return context.gap('clusters.fixed-in-patch') === 'apply' ? named : none
}
