import type { IdentityRows } from '../identity/identity.ts'
import type { Row, TableDefinition } from '../table/table.ts'

/** Something that will happen when the clock gets there. */
export interface DueRow extends Row {
  readonly atMs: number
  readonly timer: string
  readonly data: Readonly<Record<string, string | number>>
}

/**
 * Every table of the world. Each area adds its own with `declare module`, in its state: so the world knows no area, and
 * areas meet here and nowhere else.
 */
export interface Rows extends IdentityRows {
  readonly Due: DueRow
}
export type TableName = keyof Rows

/** The key and the groups of each table's rows. */
export type TableDefinitions = { readonly [Name in TableName]: TableDefinition<Rows[Name]> }
