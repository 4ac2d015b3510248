import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { isSuccess } from '../../../shadow/answered.ts'
import { thingKey } from '../../../shadow/shadow.ts'

/** Clusters are told apart by organization and name: another organization may have one of the same name. */
interface SeenClusters {
  /** Clusters as they were last seen. */
  readonly last: ReadonlyMap<string, object>
  /** The number of times each was seen as it was before its last change. */
  readonly looks: ReadonlyMap<string, number>
  /** The accepted changes of each, as they were asked for: one may be over while another is under way. */
  readonly asked: readonly { readonly key: string; readonly body: object }[]
  /** The number of changes of each that were accepted. */
  readonly changes: ReadonlyMap<string, number>
  /** The target's time when a change or a teardown was accepted last. */
  readonly sinceMs: number
  /** Clusters that were asked for and were not there. */
  readonly missed: ReadonlySet<string>
}

/** Finds nothing wrong: it remembers clusters as they are seen, since a roll and a teardown take their own time. */
export const seenClusters: Check<SeenClusters> = {
  name: 'clusters',
  provenance: 'stated',
  start: { last: new Map(), looks: new Map(), asked: [], changes: new Map(), sinceMs: 0, missed: new Set() },
  look(answered, memory) {
    const seen = answered.things.filter(({ entity }) => entity === 'Cluster')
    const { operation, request, shadow, org } = answered
    const keyOf = (name: string) => clusterKey(org, name)
    const isAccepted = TAKING_TIME.has(operation.id) && isSuccess(answered)
    if (operation.id === 'getCluster' && answered.received.status === NOT_FOUND) {
      const missed = new Set([...memory.missed, keyOf(request.parameters.name ?? '')])
      return { found: NOTHING_FOUND, memory: { ...memory, missed } }
    }
    if (seen.length === 0 && !isAccepted) return { found: NOTHING_FOUND, memory }
    const last = new Map([...memory.last, ...seen.map(({ id, object }) => [keyOf(id), object] as const)])
    const missed = memory.missed.difference(new Set(seen.map(({ id }) => keyOf(id))))
    if (!isAccepted) return { found: NOTHING_FOUND, memory: { ...memory, last, missed } }
    const key = keyOf(request.parameters.name ?? '')
    const asked = isObject(request.body) ? [...memory.asked, { key, body: request.body }] : memory.asked
    const changes = new Map(memory.changes).set(key, (memory.changes.get(key) ?? 0) + 1)
    const sinceMs = shadow.world.nowMs
    return { found: NOTHING_FOUND, memory: { last, looks: new Map(), asked, changes, sinceMs, missed } }
  },
}

export const clusterKey = (org: string, name: string): string => thingKey('Cluster', org, name)

const NOT_FOUND = 404

const TAKING_TIME: ReadonlySet<string> = new Set(['updateCluster', 'deleteCluster'])
