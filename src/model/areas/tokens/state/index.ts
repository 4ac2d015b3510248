import { byId, type Row, type TableDefinition } from '../../../table/table.ts'

export interface ScopeEntry {
  readonly role: string
  readonly roleName: string
  /** None: everything the role reaches. */
  readonly resourceIds: readonly string[]
}

export interface PersonalTokenRow extends Row {
  readonly name: string
  readonly start: string
  readonly enabled: boolean
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastRequest: string
  readonly orgSlug: string
  readonly scope: readonly ScopeEntry[]
  /** Shown once; the credential of that name is what it opens doors with. */
  readonly key: string
  readonly userId: string
  readonly narrowed: boolean
  readonly expiresAtMs: number | undefined
}

export interface TokensRows {
  readonly PersonalToken: PersonalTokenRow
}

declare module '../../../world/rows.ts' {
  interface Rows extends TokensRows {}
}

export const TOKENS_TABLES: { readonly [Name in keyof TokensRows]: TableDefinition<TokensRows[Name]> } = {
  PersonalToken: byId({ user: (row) => [row.userId], id: (row) => [row.id] }),
}
