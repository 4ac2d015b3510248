import type { OperationId } from '../../model/request/operation-types.ts'
import type { TableName } from '../../model/world/rows.ts'
import type { World } from '../../model/world/world.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'
import { memoryOf } from '../shadow/memories.ts'
import { liveRows } from '../shadow/rows.ts'
import { type Check, NOTHING_FOUND } from './check.ts'

/** A quota that is known because it was set from outside, and the operation that uses a place of it. */
export interface Quota {
  readonly create: OperationId
  readonly entity: TableName
  readonly of: (world: World, org: string) => number | undefined
}

export interface FreePlaces {
  /** Finds nothing wrong: remembers who was given the last free place, with only live things counted. */
  readonly check: Check<ReadonlySet<string>>
  /** True if a place is free for this caller, so that no quota can be in the way. */
  isFree(answered: Answered): boolean
  /** True if there are so many places that no quota can be in anybody's way, whatever counts. */
  hasPlenty(answered: Answered): boolean
}

/** More places than all that was ever made in an organization can take, were it all counted. */
const ROOM_FOR_ALL = 50_000

/**
 * Whether deleted things count towards a quota is open. A target that gave away the last of the places that live things
 * leave counts live things only; from then on, until something is deleted, it is known which places are free.
 */
export function freePlaces({ create, entity, of }: Quota): FreePlaces {
  const left = ({ shadow: { world }, org }: Answered) => (of(world, org) ?? 0) - liveRows(world, entity, org).length
  const check: FreePlaces['check'] = {
    name: 'places',
    provenance: 'stated',
    start: new Set(),
    look(answered, callers) {
      const { operation } = answered
      if (!isSuccess(answered)) return { found: NOTHING_FOUND, memory: callers }
      const isGone = operation.does === 'delete' && operation.entity === entity
      const isLast = operation.id === create && left(answered) === 1
      const memory = isGone ? new Set<string>() : isLast ? new Set([...callers, callerOf(answered)]) : callers
      return { found: NOTHING_FOUND, memory }
    },
  }
  return {
    check,
    isFree: (answered) =>
      answered.operation.id === create &&
      left(answered) > 0 &&
      memoryOf(answered.shadow, check).has(callerOf(answered)),
    hasPlenty: (answered) => answered.operation.id === create && left(answered) > ROOM_FOR_ALL,
  }
}

const callerOf = ({ org, request: { credential } }: Answered): string => `${org} ${credential}`
