import { byId, type Row, type TableDefinition, within } from '../table/table.ts'

/** A backend behind an area, for every organization at once; absent means that it can be reached. */
export interface BackendRow extends Row {
  readonly reachable: boolean
}

/** Something that was there and has been deleted; id is what it was called. */
export interface DeletedRow extends Row {
  readonly entity: string
}

export interface PlatformRows {
  readonly Backend: BackendRow
  readonly Deleted: DeletedRow
}

declare module '../world/rows.ts' {
  interface Rows extends PlatformRows {}
}

export const PLATFORM_TABLES: { readonly [Name in keyof PlatformRows]: TableDefinition<PlatformRows[Name]> } = {
  Backend: byId(),
  Deleted: within(({ entity }) => entity),
}
