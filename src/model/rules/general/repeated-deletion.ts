import { INFLUENCED_OPERATIONS } from '../../../contract/generated/area-facts.ts'
import { EVERYWHERE } from '../../identity/identity.ts'
import type { RefusalContext } from '../../request/contexts.ts'
import type { Row } from '../../table/table.ts'
import type { TableName } from '../../world/rows.ts'
import type { Transaction } from '../../world/transaction.ts'
import type { World } from '../../world/world.ts'

const MAY_BE_REPEATED: readonly string[] = INFLUENCED_OPERATIONS['general.repeat-delete']

/** What a deletion names and the acting organization does not have. */
export interface Absent {
  readonly entity: TableName
  readonly id: string
  /** The status is stated (Errors, the 404 rows). */
  readonly stated: boolean
}

/** True if deleting or revoking again what is gone already is answered like the first time. */
export const isRepeatable = (context: RefusalContext): boolean =>
  MAY_BE_REPEATED.includes(context.operation.id) && context.gap('general.repeat-delete') === 'accept'

/**
 * True if it may as well be absent that is to be deleted. Where 404 is stated for what is unknown, only what was there
 * before may; otherwise what never was, too.
 */
export function mayBeAbsent(context: RefusalContext, thing: Absent): boolean {
  if (!MAY_BE_REPEATED.includes(context.operation.id) || !isLast(context, thing)) return false
  if (thing.stated && !context.get('Deleted', context.caller.org, thing.entity, thing.id)) return false
  // That somebody else's is left alone shows only where it is known that even what never was may be deleted.
  if (isSomebodys(context, thing) && context.peek('general.repeat-delete') !== 'accept') return false
  return isRepeatable(context)
}

/** What stands before it in the path must be there: nothing is deleted from what is not. */
const isLast = (context: RefusalContext, { entity }: Absent): boolean => lastOf(context)?.names === entity

const lastOf = ({ operation }: RefusalContext) => operation.parameters.findLast(({ in: place }) => place === 'path')

/** The row that the end of the path names. */
export function namedLast(context: RefusalContext): Row | undefined {
  const names = lastOf(context)?.names
  return names !== undefined && context.isTable(names) ? context.named(names) : undefined
}

function isSomebodys(context: RefusalContext, { entity, id }: Absent): boolean {
  for (const organization of context.oldest('Organization', 'all', EVERYWHERE))
    for (const row of context.oldest(entity, 'all', organization.id)) if (row.id === id) return true
  return false
}

/**
 * Remembers that something was there, where only that tells its second deletion from one of what never was. A real
 * world does so only where a second deletion is accepted, or it would grow with all that ever was; of a symbolic one the
 * choices show later.
 */
export function noteDeleted(
  context: RefusalContext & Transaction,
  before: Row | undefined,
  values: World['values'],
): void {
  const { names: entity, unknown } = lastOf(context) ?? {}
  if (!before || !entity || unknown === undefined || !MAY_BE_REPEATED.includes(context.operation.id)) return
  if (values === 'real' && context.peek('general.repeat-delete') !== 'accept') return
  if (!namedLast(context)) context.put('Deleted', { id: before.id, org: before.org, seq: before.seq, entity })
}
