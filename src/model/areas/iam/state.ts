import type { TableDefinition } from '../../table.ts'

// biome-ignore lint/complexity/noBannedTypes: filled in with the area
export type IamRows = {}

export const IAM_TABLES: { readonly [Name in keyof IamRows]: TableDefinition<IamRows[Name]> } = {}
