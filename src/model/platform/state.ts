import { byId, type Row, type TableDefinition } from '../table/table.ts'

/** A backend behind an area, for every organization at once; absent means that it can be reached. */
export interface BackendRow extends Row {
  readonly reachable: boolean
}

export interface PlatformRows {
  readonly Backend: BackendRow
}

declare module '../world/rows.ts' {
  interface Rows extends PlatformRows {}
}

export const PLATFORM_TABLES: { readonly [Name in keyof PlatformRows]: TableDefinition<PlatformRows[Name]> } = {
  Backend: byId(),
}
