import { ACCESS_TABLES, type AccessRows } from '../access/state.ts'
import { CLUSTERS_TABLES, type ClustersRows } from '../areas/clusters/state/index.ts'
import { EMAIL_TABLES, type EmailRows } from '../areas/email/state/index.ts'
import { IAM_TABLES, type IamRows } from '../areas/iam/state/index.ts'
import { ONCALL_TABLES, type OncallRows } from '../areas/oncall/state/index.ts'
import { ORGANIZATION_TABLES, type OrganizationRows } from '../areas/organization/state/index.ts'
import { REGISTRY_TABLES, type RegistryRows } from '../areas/registry/state/index.ts'
import { TOKENS_TABLES, type TokensRows } from '../areas/tokens/state/index.ts'
import { UPTIME_TABLES, type UptimeRows } from '../areas/uptime/state/index.ts'
import { IDENTITY_TABLES, type IdentityRows } from '../identity/identity.ts'
import { PLATFORM_TABLES, type PlatformRows } from '../platform/state.ts'
import { byId, type Row, type TableDefinition } from '../table/table.ts'

/** Something that will happen when the clock gets there. */
export interface DueRow extends Row {
  readonly atMs: number
  readonly timer: string
  readonly data: Readonly<Record<string, string | number>>
}

/** Every table of the world. Areas meet here and nowhere else. */
export interface Rows
  extends IdentityRows,
    AccessRows,
    PlatformRows,
    TokensRows,
    IamRows,
    OrganizationRows,
    RegistryRows,
    EmailRows,
    OncallRows,
    ClustersRows,
    UptimeRows {
  readonly Due: DueRow
}
export type TableName = keyof Rows

export const TABLES: { readonly [Name in TableName]: TableDefinition<Rows[Name]> } = {
  ...IDENTITY_TABLES,
  ...ACCESS_TABLES,
  ...PLATFORM_TABLES,
  ...REGISTRY_TABLES,
  ...EMAIL_TABLES,
  ...CLUSTERS_TABLES,
  ...IAM_TABLES,
  ...ORGANIZATION_TABLES,
  ...ONCALL_TABLES,
  ...UPTIME_TABLES,
  ...TOKENS_TABLES,
  Due: { ...byId<DueRow>(), indexes: { byTime: (row) => [String(row.atMs).padStart(15, '0')] } },
}

export function isTable(entity: string): entity is TableName {
  return entity in TABLES
}
