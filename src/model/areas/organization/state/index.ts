import { byId, type Row, type TableDefinition } from '../../../table/table.ts'

/** There is one row of contacts in an organization, called so. */
export const CONTACTS = 'contacts'

/** The contacts of an organization, once some were set. */
export interface ContactsRow extends Row {
  readonly billingEmail: string
  readonly technicalEmail: string
  readonly securityEmail: string
}

/** An address that is in use at the payment provider; id is the address in lower case. */
export type BillingCollisionRow = Row

export interface OrganizationRows {
  readonly Contacts: ContactsRow
  readonly BillingCollision: BillingCollisionRow
}

declare module '../../../world/rows.ts' {
  interface Rows extends OrganizationRows {}
}

export const ORGANIZATION_TABLES: {
  readonly [Name in keyof OrganizationRows]: TableDefinition<OrganizationRows[Name]>
} = {
  Contacts: byId({ billing: (row) => [row.billingEmail.toLowerCase()] }),
  BillingCollision: byId(),
}
