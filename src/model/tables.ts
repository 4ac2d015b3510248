import { ACCESS_TABLES } from './access/state.ts'
import { IDENTITY_TABLES } from './identity/identity.ts'
import { AREA_TABLES } from './mounted-areas.ts'
import { PLATFORM_TABLES } from './platform/state.ts'
import { byId } from './table/table.ts'
import type { DueRow, TableDefinitions } from './world/rows.ts'

/** The tables of the whole world. */
export const TABLES: TableDefinitions = {
  ...IDENTITY_TABLES,
  ...ACCESS_TABLES,
  ...PLATFORM_TABLES,
  ...AREA_TABLES,
  Due: { ...byId<DueRow>(), indexes: { byTime: (row) => [String(row.atMs).padStart(15, '0')] } },
}
