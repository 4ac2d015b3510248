import { type Answered, isSuccess } from '../shadow/answered.ts'
import { memoryOf } from '../shadow/memories.ts'
import { rowsWithId } from '../shadow/rows.ts'
import { thingKey } from '../shadow/shadow.ts'
import { type Check, NOTHING_FOUND } from './check.ts'

/**
 * Finds nothing wrong: it remembers what the target has listed for an organization though the judge knows nothing of it.
 * That was there before, or somebody else made it; it exists, and nothing more is known of it.
 */
export const thingsOfOthers: Check<ReadonlySet<string>> = {
  name: 'things of others',
  provenance: 'stated',
  start: new Set(),
  look(answered, before) {
    const { shadow, org, things } = answered
    const added = things.flatMap(({ entity, id }) => {
      const key = thingKey(entity, org, id)
      const isUnknown = rowsWithId(shadow.world, entity, id).length === 0 && !shadow.gone.has(key) && !before.has(key)
      return isUnknown ? [key] : []
    })
    return { found: NOTHING_FOUND, memory: added.length === 0 ? before : new Set([...before, ...added]) }
  },
}

/** True if a request that succeeded is about a thing of which nothing is known but that the target has shown it to the caller's organization. */
export function isAboutThingOfOthers(answered: Answered): boolean {
  const { operation, request, org, shadow } = answered
  if (!isSuccess(answered)) return false
  const shown = memoryOf(shadow, thingsOfOthers)
  return operation.parameters.some(
    ({ in: where, name, names }) =>
      where === 'path' && names !== undefined && shown.has(thingKey(names, org, request.parameters[name] ?? '')),
  )
}
