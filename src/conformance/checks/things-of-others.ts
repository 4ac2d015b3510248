import { type Answered, isSuccess } from '../shadow/answered.ts'
import { memoryOf } from '../shadow/memories.ts'
import { rowsWithId } from '../shadow/rows.ts'
import { type Shadow, thingKey } from '../shadow/shadow.ts'
import { type Check, NOTHING_FOUND } from './check.ts'

/**
 * Finds nothing wrong: it remembers what the target has listed for an organization though the judge knows nothing of it.
 * That was there before, or somebody else made it; it exists, and nothing more is known of it.
 */
export const thingsOfOthers: Check<ReadonlySet<string>> = {
  name: 'things of others',
  provenance: 'stated',
  start: new Set(),
  look({ operation, shadow, org, things }, before) {
    if (operation.does !== 'list') return { found: NOTHING_FOUND, memory: before }
    const added = things
      .filter(({ entity, id }) => isUnknown(shadow, entity, org, id) && !before.has(thingKey(entity, org, id)))
      .map(({ entity, id }) => thingKey(entity, org, id))
    return { found: NOTHING_FOUND, memory: added.length === 0 ? before : new Set([...before, ...added]) }
  },
}

const isUnknown = ({ world, gone }: Shadow, entity: string, org: string, id: string): boolean =>
  rowsWithId(world, entity, id).length === 0 && !gone.has(thingKey(entity, org, id))

/** True if a request that succeeded is about a thing of which only this is known: it was in a list of its organization. */
export function isAboutThingOfOthers(answered: Answered): boolean {
  const { operation, request, org, shadow } = answered
  if (!isSuccess(answered)) return false
  const shown = memoryOf(shadow, thingsOfOthers)
  return operation.parameters.some(({ in: where, name, names = '' }) => {
    const id = request.parameters[name] ?? ''
    return where === 'path' && shown.has(thingKey(names, org, id)) && isUnknown(shadow, names, org, id)
  })
}
