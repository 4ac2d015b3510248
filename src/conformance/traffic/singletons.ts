import { AREAS } from '../../contract/areas.ts'
import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { apply, type Change } from '../../model/world/world.ts'
import type { Owner, Singleton } from '../area-judge/singleton.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { memoryOf, type Remembering, withMemory } from '../shadow/memories.ts'
import { type Shadow, thingKey } from '../shadow/shadow.ts'
import type { Call } from './call.ts'

const SINGLETONS: readonly Singleton[] = AREAS.flatMap((area) => AREA_JUDGES[area].singletons)

/** Keys of the singletons whose content is known. */
const seen: Remembering<ReadonlySet<string>> = { start: new Set() }

/** The singleton that a call is about. */
export const singletonOf = ({ operation }: Call): Singleton | undefined =>
  SINGLETONS.find(({ read, changedBy }) => [read, ...changedBy].some((id) => id === operation.id))

const keysOf = ({ table, places }: Singleton, owner: Owner): string[] =>
  places(owner).map(({ org, id }) => thingKey(table, org, id))

export const isSeen = (shadow: Shadow, singleton: Singleton, owner: Owner): boolean =>
  keysOf(singleton, owner).every((key) => memoryOf(shadow, seen).has(key))

/** Whether the response has the whole content: a read, or an update that returns the same. */
function showsAll(operation: Operation, { read, table }: Singleton): boolean {
  return operation.id === read || (operation.does === 'update' && table === 'Contacts')
}

/** The shadow with the content that a response shows. */
export function withSeen(shadow: Shadow, singleton: Singleton, owner: Owner, { operation, received }: Call): Shadow {
  const { json, status } = received
  if (!showsAll(operation, singleton) || status >= 300 || !isObject(json)) return shadow
  const changes = singleton
    .places(owner)
    .map((place) => ({ kind: 'put', table: singleton.table, row: { ...json, ...place, seq: 0 } }) as Change)
  const known = new Set([...memoryOf(shadow, seen), ...keysOf(singleton, owner)])
  return withMemory({ ...shadow, world: apply(shadow.world, changes) }, seen, known)
}
