import type { TableDefinition } from '../../../table/table.ts'

/** Roles and permissions are asked for everywhere, so they are kept with access; this area only shows them. */
export type IamRows = Readonly<Record<never, never>>

export const IAM_TABLES: { readonly [Name in keyof IamRows]: TableDefinition<IamRows[Name]> } = {}
