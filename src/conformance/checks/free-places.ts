import type { OperationId } from '../../model/request/operation-types.ts'
import type { TableName } from '../../model/world/rows.ts'
import type { World } from '../../model/world/world.ts'
import type { Thing } from '../compare/things.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'
import { memoryOf } from '../shadow/memories.ts'
import { liveRows } from '../shadow/rows.ts'
import { type Check, NOTHING_FOUND } from './check.ts'

/** A quota that is known because it was set from outside, and the operation that uses a place of it. */
export interface Quota {
  readonly create: OperationId
  readonly entity: TableName
  readonly of: (world: World, org: string) => number | undefined
  /** True for a thing in a list that certainly takes a place. */
  readonly counts: (thing: Thing['object']) => boolean
}

interface Known {
  /** Those who were given the last free place, with only live things counted. */
  readonly callers: ReadonlySet<string>
  /** By organization: how many in the last list take a place and are none of ours. */
  readonly others: ReadonlyMap<string, number>
}

export interface FreePlaces {
  /** Finds nothing wrong. */
  readonly check: Check<Known>
  /** True if a place is free for this caller, so that no quota can be in the way. */
  isFree(answered: Answered): boolean
  /** True if there are so many places that no quota can be in anybody's way, whatever counts. */
  hasPlenty(answered: Answered): boolean
}

/** More places than all that was ever made in an organization can take, were it all counted. */
const ROOM_FOR_ALL = 50_000

/**
 * Whether deleted things count towards a quota is open. A target that gave away the last of the places that live things
 * leave counts live things only; from then on, until something is deleted, it is known which places are free. What was there
 * before takes one too, and only a list shows it.
 */
export function freePlaces({ create, entity, of, counts }: Quota): FreePlaces {
  const left = ({ shadow: { world }, org }: Answered, { others }: Known) =>
    (of(world, org) ?? 0) - liveRows(world, entity, org).length - (others.get(org) ?? 0)
  const check: FreePlaces['check'] = {
    name: 'places',
    provenance: 'stated',
    start: { callers: NOBODY, others: new Map() },
    look(answered, known) {
      const { operation, org } = answered
      const memory = (): Known => {
        if (!isSuccess(answered)) return known
        if (operation.does === 'delete' && operation.entity === entity) return { ...known, callers: NOBODY }
        if (operation.id === create && left(answered, known) === 1)
          return { ...known, callers: new Set([...known.callers, callerOf(answered)]) }
        if (!isWholeList(answered, entity)) return known
        const now = othersIn(answered)
        // What has gone since may count.
        const isFewer = now < (known.others.get(org) ?? 0)
        return { callers: isFewer ? NOBODY : known.callers, others: new Map(known.others).set(org, now) }
      }
      return { found: NOTHING_FOUND, memory: memory() }
    },
  }
  const othersIn = ({ things, shadow, org }: Answered): number => {
    const ours = new Set(liveRows(shadow.world, entity, org).map(({ id }) => id))
    return things.filter((thing) => thing.entity === entity && !ours.has(thing.id) && counts(thing.object)).length
  }
  return {
    check,
    isFree(answered) {
      const known = memoryOf(answered.shadow, check)
      return answered.operation.id === create && left(answered, known) > 0 && known.callers.has(callerOf(answered))
    },
    hasPlenty: (answered) =>
      answered.operation.id === create && left(answered, memoryOf(answered.shadow, check)) > ROOM_FOR_ALL,
  }
}

const NOBODY: ReadonlySet<string> = new Set()

const callerOf = ({ org, request: { credential } }: Answered): string => `${org} ${credential}`

/** True for a list of all there are. */
export const isWholeList = ({ operation, request }: Answered, entity: string): boolean =>
  operation.does === 'list' && operation.entity === entity && Object.keys(request.query).length === 0
