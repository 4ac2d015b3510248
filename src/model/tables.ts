import { ACCESS_TABLES } from './access/state.ts'
import { CLUSTERS_TABLES } from './areas/clusters/state/index.ts'
import { EMAIL_TABLES } from './areas/email/state/index.ts'
import { ONCALL_TABLES } from './areas/oncall/state/index.ts'
import { ORGANIZATION_TABLES } from './areas/organization/state/index.ts'
import { REGISTRY_TABLES } from './areas/registry/state/index.ts'
import { TOKENS_TABLES } from './areas/tokens/state/index.ts'
import { UPTIME_TABLES } from './areas/uptime/state/index.ts'
import { IDENTITY_TABLES } from './identity/identity.ts'
import { PLATFORM_TABLES } from './platform/state.ts'
import { byId } from './table/table.ts'
import type { DueRow, TableDefinitions } from './world/rows.ts'

/** The tables of the whole world. */
export const TABLES: TableDefinitions = {
  ...IDENTITY_TABLES,
  ...ACCESS_TABLES,
  ...PLATFORM_TABLES,
  ...REGISTRY_TABLES,
  ...EMAIL_TABLES,
  ...CLUSTERS_TABLES,
  ...ORGANIZATION_TABLES,
  ...ONCALL_TABLES,
  ...UPTIME_TABLES,
  ...TOKENS_TABLES,
  Due: { ...byId<DueRow>(), indexes: { byTime: (row) => [String(row.atMs).padStart(15, '0')] } },
}
