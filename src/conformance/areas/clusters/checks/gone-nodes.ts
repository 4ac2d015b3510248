import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { clusterKey } from './seen-clusters.ts'
import { isWordIn } from './skew-gate.ts'

/** A node that was deregistered. */
interface Gone {
  readonly cluster: string
  readonly name: string
  readonly sinceMs: number
  /** The list of nodes has shown that it is gone. */
  readonly isShown: boolean
}

/**
 * The node-skew check is live (upgrade and resize rules, 2), and a node is deregistered across all planes: one that has gone, and
 * is listed no longer, is in the way of no upgrade.
 */
export const goneNodes: Check<readonly Gone[]> = {
  name: 'skew',
  provenance: 'stated',
  start: [],
  look(answered, memory) {
    const { operation, request, received, shadow, org, things } = answered
    const { name = '', node = '' } = request.parameters
    const cluster = clusterKey(org, name)
    if (operation.id === 'updateCluster' && received.status === BLOCKED && isUpgrade(answered))
      return {
        found: memory.some((one) => one.cluster === cluster && isNamed(answered, one)) ? [blocked(answered)] : [],
        memory,
      }
    if (!isSuccess(answered)) return { found: NOTHING_FOUND, memory }
    if (operation.id === 'deleteNode') {
      const gone: Gone = { cluster, name: node, sinceMs: shadow.world.nowMs, isShown: false }
      return { found: NOTHING_FOUND, memory: [...memory, gone] }
    }
    if (operation.id !== 'listNodes') return { found: NOTHING_FOUND, memory }
    const listed = new Set(things.map(({ id }) => id))
    const left = memory.filter((one) => one.cluster !== cluster || !listed.has(one.name))
    return {
      found: NOTHING_FOUND,
      memory: left.map((one) => (one.cluster === cluster ? { ...one, isShown: true } : one)),
    }
  },
}

const BLOCKED = 409

const isUpgrade = ({ request: { body } }: Answered): boolean => isObject(body) && body.orchestratorVersion !== undefined

/** True if a refusal names a node that has gone, so long ago that it has gone everywhere, and not come back since. */
function isNamed({ contract, received, request, shadow, org }: Answered, { name, sinceMs, isShown }: Gone): boolean {
  const isLate = shadow.world.nowMs - sinceMs < contract.profile.settle * 1000
  const isBack = rowsOf(shadow.world, 'Node').some(
    (row) => row.org === org && row.cluster === request.parameters.name && row.name === name,
  )
  return isShown && !isLate && !isBack && isWordIn(received.text, name)
}

const blocked = ({ received }: Answered): Found => ({
  ...{ code: 'refused', expected: 200, actual: received.status, text: received.text, rules: ['CLU-05'] },
})
