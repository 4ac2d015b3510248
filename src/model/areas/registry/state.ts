import type { TableDefinition } from '../../table.ts'

// biome-ignore lint/complexity/noBannedTypes: filled in with the area
export type RegistryRows = {}

export const REGISTRY_TABLES: { readonly [Name in keyof RegistryRows]: TableDefinition<RegistryRows[Name]> } = {}
