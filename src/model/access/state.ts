import { byId, type Row, type TableDefinition } from '../table/table.ts'
import type { Reach, Tier } from './tiers.ts'

/** A role that can be granted in an organization, built in or its own. */
export interface IamRoleRow extends Row {
  readonly name: string
  readonly description: string
  readonly kind: 'builtin' | 'custom'
  readonly service: string | undefined
  readonly scopable: boolean
  /** The tiers that the role reaches; absent when unknown (a target shows them only in its IAM catalog). */
  readonly reaches: readonly Reach[] | undefined
  /** The atoms it is made of, where they are known one by one. */
  readonly permissions?: readonly string[] | undefined
}

/** One permission atom (Endpoints, IAM, row 2); id is its name. */
export interface PermissionRow extends Row {
  readonly permission: string
  readonly service: string
  readonly serviceLabel: string
  readonly resource: string
  readonly resourceLabel: string
  readonly tier: Tier
  readonly label: string
}

export interface AccessRows {
  readonly IamRole: IamRoleRow
  readonly Permission: PermissionRow
}

declare module '../world/rows.ts' {
  interface Rows extends AccessRows {}
}

export const ACCESS_TABLES: { readonly [Name in keyof AccessRows]: TableDefinition<AccessRows[Name]> } = {
  IamRole: byId(),
  Permission: byId({ service: (row) => [row.org, row.service] }),
}
