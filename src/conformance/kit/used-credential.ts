import type { Row } from '../../model/table/table.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import type { TableName } from '../../model/world/rows.ts'
import { momentOf } from '../compare/moment.ts'
import { rowsOf } from '../shadow/rows.ts'
import type { Drawing } from './drawing.ts'
import type { DrawnEvent } from './drawn-event.ts'
import { KEPT_CREDENTIALS } from './kept-credentials.ts'

/** The use of a credential that the sequence got earlier, whether or not it was revoked since. */
export const USED_CREDENTIAL: DrawnEvent = {
  about: Object.values(KEPT_CREDENTIALS).map(({ table }) => table),
  body: (drawing) => drawing.sampler.pick(presented(drawing)),
}

/** The use of one of our credentials of a table, by its place among those of this sequence. */
export function useOf({ shadow, org }: Drawing, table: TableName, place: number): Presented | undefined {
  const own = presentable(shadow, org).filter((one) => one.table === table)
  const { kind = '', secret = '' } = own.at(place) ?? {}
  return secret === '' ? undefined : { kind, secret }
}

interface Presented {
  readonly kind: string
  readonly secret: string
}

/** Credentials that also depend on registries which are not ours. */
const NOT_OURS_ALONE: ReadonlySet<string> = new Set(['login-credential'])

/**
 * True while a credential is certainly valid. Its lifetime is open in its unit or altogether, but it lasts a moment.
 */
function isSurelyGood(row: Row, nowMs: number): boolean {
  if (Reflect.get(row, 'expiresAtMs') === undefined) return true
  const madeMs = momentOf(Reflect.get(row, 'createdAt'))
  return madeMs !== undefined && nowMs - madeMs < A_MOMENT_MS
}
const A_MOMENT_MS = 20_000

const presented = ({ shadow, org }: Drawing): Presented[] =>
  presentable(shadow, org).map(({ kind, secret }) => ({ kind, secret }))

const presentable = (shadow: Drawing['shadow'], org: string): (Presented & { readonly table: TableName })[] =>
  Object.entries(KEPT_CREDENTIALS)
    .filter(([kind]) => !NOT_OURS_ALONE.has(kind))
    .flatMap(([kind, { table, secret: field }]) =>
      rowsOf(shadow.world, table as string)
        .filter((row) => row.org === org && isSurelyGood(row, shadow.world.nowMs))
        .map((row): unknown => Reflect.get(row, field))
        .filter((secret) => typeof secret === 'string' && secret !== '' && !isSymbol(secret))
        .map((secret) => ({ kind, secret: String(secret), table })),
    )
