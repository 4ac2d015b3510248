import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { isAtRest } from './resting.ts'
import { clusterKey } from './seen-clusters.ts'

/**
 * From which usage a component lacks headroom is open. But a cluster that became smaller with all of them idle, as the
 * target was told, can do so again as long as they are (upgrade and resize rules, 3). Remembers those changes of tier.
 */
export const sameHeadroom: Check<ReadonlySet<string>> = {
  name: 'accepted',
  provenance: 'stated',
  start: new Set(),
  look(answered, accepted) {
    const change = idleChange(answered)
    if (change === undefined) return { found: NOTHING_FOUND, memory: accepted }
    if (isSuccess(answered)) return { found: NOTHING_FOUND, memory: new Set(accepted).add(change) }
    const { received, shadow, request } = answered
    const isHeld =
      received.status === CONFLICT && accepted.has(change) && isAtRest(answered, shadow, request.parameters.name)
    return { found: isHeld ? [refusedNow(answered)] : NOTHING_FOUND, memory: accepted }
  },
}

const CONFLICT = 409

/** From which tier to which a cluster is to go, and nothing else, while every component is idle that anything was told of. */
function idleChange({ operation, request: { body, parameters }, shadow, org }: Answered): string | undefined {
  const { name = '' } = parameters
  if (operation.id !== 'updateCluster' || !isObject(body) || Object.keys(body).join() !== 'tier') return undefined
  const { tier, usedPercent = {} } =
    rowsOf(shadow.world, 'Cluster').find((row) => row.org === org && row.id === name) ?? {}
  const told = Object.values(usedPercent)
  const isIdle = told.length > 0 && told.every((percent) => percent === 0)
  return isIdle ? `${clusterKey(org, name)} ${tier} ${String(body.tier)}` : undefined
}

const refusedNow = ({ received }: Answered): Found => ({
  ...{ code: 'refused', expected: 200, actual: received.status, text: received.text, rules: ['CLU-06'] },
})
