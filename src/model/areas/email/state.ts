import type { TableDefinition } from '../../table.ts'

// biome-ignore lint/complexity/noBannedTypes: filled in with the area
export type EmailRows = {}

export const EMAIL_TABLES: { readonly [Name in keyof EmailRows]: TableDefinition<EmailRows[Name]> } = {}
