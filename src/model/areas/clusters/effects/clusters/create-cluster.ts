import type { EffectContext } from '../../../../request/contexts.ts'
import type { RequestBody } from '../../../../request/operation-types.ts'
import type { Effect } from '../../../area.ts'
import { arranged } from '../../queries/clusters/settings.ts'
import { defaultVersion } from '../../queries/versions/catalog.ts'
import { clusterView } from '../../queries/views.ts'
import type { ClusterRow, Settings } from '../../state/index.ts'
import { fieldsAsGiven } from '../../statements/index.ts'
import { beginWork, giveUpWork } from '../progress/begin-work.ts'
import { emptyOut } from '../progress/empty-out.ts'
import { newDatastore } from './new-datastore.ts'

type Context = EffectContext<'createCluster'>
type Body = RequestBody<'createCluster'>

export const createCluster: Effect<'createCluster'> = (context) => {
  clearName(context)
  const cluster = beginWork(context, newCluster(context), { kind: 'provisioning', before: undefined })
  return clusterView(context, context.put('Cluster', cluster))
}

/** The name may have been another cluster's, which is gone or on its way out. */
function clearName(context: Context): void {
  const former = context.get('Cluster', context.caller.org, context.body.name)
  if (!former) return
  giveUpWork(context, former)
  emptyOut(context, former)
}

function newCluster(context: Context): ClusterRow {
  context.cite(fieldsAsGiven)
  const given: Body = context.body
  const { name } = given
  const { org } = context.caller
  const serial = context.serial()
  return {
    id: name,
    org,
    seq: serial,
    name,
    ...newSettings(context, given),
    endpoint: context.fill('clusters.endpoint-form').replaceAll('{cluster}', name),
    managedLoadBalancers: {
      enabled: given.managedLoadBalancers?.enabled ?? context.fill('clusters.default-load-balancers'),
      maxServices: arranged(context, org).maxServices ?? context.fill('clusters.max-services'),
      loadBalancers: [],
    },
    waiting: [],
    work: NO_WORK,
    usedPercent: {},
    readyAtMs: undefined,
    pastNodeMs: 0,
    deleting: false,
    deleted: false,
  }
}

const NO_WORK: ClusterRow['work'] = {
  kind: 'provisioning',
  startedMs: 0,
  endedMs: 0,
  before: undefined,
  byAnother: false,
  dueId: undefined,
  readsLeft: undefined,
}

function newSettings(context: Context, given: Body): Settings {
  return {
    tier: given.tier,
    orchestratorVersion: given.orchestratorVersion ?? defaultVersion(context, context.caller.org),
    replicas: given.replicas ?? context.fill('clusters.default-replicas'),
    mesh: given.mesh ?? context.fill('clusters.default-mesh'),
    datastore: newDatastore(context, given.datastore),
  }
}
