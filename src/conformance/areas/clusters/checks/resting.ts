import { isObject } from '../../../../contract/json.ts'
import { compareVersions, readVersion } from '../../../../model/areas/clusters/queries/versions/version.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { type Shadow, thingKey } from '../../../shadow/shadow.ts'
import { IN_THE_MAKING, UNDER_WAY } from './phase-words.ts'
import { clusterKey, seenClusters } from './seen-clusters.ts'

/** Since when nothing was asked of a cluster, and how often it was read meanwhile. */
interface Rest {
  readonly sinceMs: number
  readonly reads: number
}

const ASKED: ReadonlySet<string> = new Set(['createCluster', 'updateCluster', 'deleteCluster'])

/** Finds nothing wrong: it remembers how long each cluster of this sequence was left in peace. */
export const resting: Check<ReadonlyMap<string, Rest>> = {
  name: 'clusters',
  provenance: 'stated',
  start: new Map(),
  look(answered, memory) {
    const { operation, request, shadow, org } = answered
    const { name = isObject(request.body) ? String(request.body.name) : '' } = request.parameters
    const key = thingKey('Cluster', org, name)
    const before = memory.get(key)
    if (!isSuccess(answered)) return { found: NOTHING_FOUND, memory }
    if (ASKED.has(operation.id))
      return { found: NOTHING_FOUND, memory: new Map(memory).set(key, { sinceMs: shadow.world.nowMs, reads: 0 }) }
    if (operation.id !== 'getCluster' || !before) return { found: NOTHING_FOUND, memory }
    return { found: NOTHING_FOUND, memory: new Map(memory).set(key, { ...before, reads: before.reads + 1 }) }
  },
}

export const restOf = (shadow: Shadow, org: string, name: string): Rest | undefined =>
  memoryOf(shadow, resting).get(thingKey('Cluster', org, name))

/** Number of reads after which work that progresses with reads is over. */
export const MANY_READS = 10
/** The time that work on a cluster takes at most, if the profile does not say. */
export const LONGEST_WORK_SECONDS = 900

/**
 * True if nothing can be under way at a cluster any more, nor in the way of a change: it was left in peace for longer than
 * any work takes, was read often enough where work progresses with reads, does not say itself that it is busy, and has no
 * crowded components and no nodes whose agents would be behind.
 */
export function isAtRest(answered: Answered, shadow: Shadow, name = ''): boolean {
  const { contract, org, request } = answered
  const rest = restOf(shadow, org, name)
  if (!rest || rest.reads < MANY_READS || saysBusy(answered, shadow, name)) return false
  const longest = Math.max(LONGEST_WORK_SECONDS, ...Object.values(contract.profile.deadlines))
  const { world } = shadow
  const isOurs = (row: { readonly org: string; readonly cluster: string }) => row.org === org && row.cluster === name
  const isCrowded = rowsOf(world, 'Cluster').some(
    (row) => row.org === org && row.id === name && Object.values(row.usedPercent).some((percent) => percent > 0),
  )
  const { body } = request
  const asked = readVersion(String(isObject(body) ? body.orchestratorVersion : ''))
  const isBehind = (agentVersion: string) => {
    const agent = readVersion(agentVersion)
    return !asked || !agent || compareVersions(agent, asked) < 0
  }
  const isHeldUp = rowsOf(world, 'Node').some((node) => isOurs(node) && isBehind(node.agentVersion))
  return world.nowMs - rest.sinceMs > longest * 1000 && !isCrowded && !isHeldUp
}

/** How long work takes is open, so of a cluster that was last seen at it only a profile can tell that it must be over. */
function saysBusy({ contract, org }: Answered, shadow: Shadow, name: string): boolean {
  const { provisioning, roll } = contract.profile.deadlines
  const last = memoryOf(shadow, seenClusters).last.get(clusterKey(org, name))
  if (last === undefined || !('phase' in last)) return false
  const phase = String(last.phase)
  return IN_THE_MAKING.test(phase) ? provisioning === undefined : UNDER_WAY.test(phase) && roll === undefined
}
