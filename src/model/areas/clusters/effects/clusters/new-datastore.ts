import type { EffectContext } from '../../../../request/contexts.ts'
import type { RequestBody } from '../../../../request/operation-types.ts'
import type { Datastore } from '../../state/index.ts'

type Context = EffectContext<'createCluster'>
type Given = RequestBody<'createCluster'>['datastore']

/** The datastore of a new cluster; what is not asked for is open (Upgrade and resize rules, 5). */
export function newDatastore(context: Context, given: Given): Datastore {
  const mode = given?.mode ?? context.fill('clusters.default-datastore-mode')
  if (mode === 'dedicated') return dedicated(context, given)
  const sized = given !== undefined && Object.keys(given).length > 1
  return sized && context.gap('clusters.shared-with-sizing') === 'accept' ? { ...given } : { mode }
}

function dedicated(context: Context, given: Given): Datastore {
  const whole = { mode: 'dedicated', ...given }
  if (context.gap('clusters.datastore-defaults') === 'omit') return whole
  return {
    size: context.fill('clusters.default-datastore-size'),
    storageGiB: context.fill('clusters.default-storage-gib'),
    replicas: context.fill('clusters.default-datastore-replicas'),
    backups: context.fill('clusters.default-backups'),
    ...whole,
  }
}
