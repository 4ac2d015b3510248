import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** By organization: the slugs of registries that were there before, and that nobody has made here. */
type FoundRegistries = ReadonlyMap<string, readonly string[]>

/** Finds nothing wrong: it remembers the registries that were there before. Only those have images where nobody can push any. */
export const foundRegistries: Check<FoundRegistries> = {
  name: 'registries',
  provenance: 'stated',
  start: new Map(),
  look(answered, memory) {
    const { operation, things, shadow, org } = answered
    if (operation.id !== 'listRegistries' || !isSuccess(answered)) return { found: NOTHING_FOUND, memory }
    const made = new Set(rowsOf(shadow.world, 'Registry').map(({ id }) => id))
    const slugs = things.flatMap(({ entity, id }) => (entity === 'Registry' && !made.has(id) ? [id] : []))
    return { found: NOTHING_FOUND, memory: new Map(memory).set(org, slugs) }
  },
}
