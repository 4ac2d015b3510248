import type { TableDefinition } from '../../table.ts'

// biome-ignore lint/complexity/noBannedTypes: filled in with the area
export type OrganizationRows = {}

export const ORGANIZATION_TABLES: {
  readonly [Name in keyof OrganizationRows]: TableDefinition<OrganizationRows[Name]>
} = {}
