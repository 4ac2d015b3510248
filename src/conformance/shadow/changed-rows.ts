import { isSymbol } from '../../model/world/fresh.ts'
import type { World } from '../../model/world/world.ts'
import { isGone, rowsOf, rowsWithId } from './rows.ts'

/** The things of an organization that are new or not as they were, oldest first. */
export const changedIds = (before: World, after: World, entity: string, org: string): string[] =>
  rowsOf(after, entity)
    .filter((row) => row.org === org && !isSymbol(row.id) && !isGone(row))
    .filter((row) => !rowsWithId(before, entity, row.id).includes(row))
    .toSorted((one, other) => one.seq - other.seq)
    .map(({ id }) => id)
