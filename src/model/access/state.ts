import { byId, type Row, type TableDefinition } from '../table.ts'
import type { Reach } from './tiers.ts'

/** A role that can be granted in an organization, built in or its own. */
export interface IamRoleRow extends Row {
  readonly name: string
  readonly description: string
  readonly kind: 'builtin' | 'custom'
  readonly service: string | undefined
  readonly scopable: boolean
  /** How far it reaches; absent when nobody has said (a target shows it in its IAM catalog only). */
  readonly reaches: readonly Reach[] | undefined
}

export interface AccessRows {
  readonly IamRole: IamRoleRow
}

export const ACCESS_TABLES: { readonly [Name in keyof AccessRows]: TableDefinition<AccessRows[Name]> } = {
  IamRole: byId(),
}
