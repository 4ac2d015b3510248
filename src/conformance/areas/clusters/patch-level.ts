import { isObject } from '../../../contract/json.ts'
import { readVersion } from '../../../model/areas/clusters/queries/versions/version.ts'
import type { Excuse } from '../../checks/excuse.ts'
import { isSuccess } from '../../shadow/answered.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { follow } from '../../shadow/shadow.ts'

/** A step within a minor version leaves nobody further behind than they are: the gate may let it pass (upgrade rules, 2). */
export const mayLetPatchesPass: Excuse = (answered, { outcome, seen }) => {
  const { operation, request, shadow, org } = answered
  if (operation.id !== 'updateCluster' || !isSuccess(answered) || outcome.kind !== 'refused') return undefined
  if (!outcome.refusals.every(({ rule }) => rule.id === 'clusters.node-skew')) return undefined
  const cluster = rowsOf(shadow.world, 'Cluster').find((row) => row.org === org && row.id === request.parameters.name)
  const asked = isObject(request.body) ? request.body.orchestratorVersion : undefined
  const [from, to] = [cluster?.orchestratorVersion, asked].map((text) => readVersion(String(text)))
  if (!from || !to || from.major !== to.major || from.minor !== to.minor) return undefined
  return {
    shadow: follow(seen, outcome.changes, new Map()),
    inconclusive: 'updateCluster: a patch passed the skew gate',
  }
}
