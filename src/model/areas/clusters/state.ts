import type { TableDefinition } from '../../table.ts'

// biome-ignore lint/complexity/noBannedTypes: filled in with the area
export type ClustersRows = {}

export const CLUSTERS_TABLES: { readonly [Name in keyof ClustersRows]: TableDefinition<ClustersRows[Name]> } = {}
