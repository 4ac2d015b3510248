import { byId, type Row, type TableDefinition } from '../table/table.ts'

/** An organization and what has been arranged for it outside the API. */
export interface OrganizationRow extends Row {
  readonly name: string
  /** Areas in private beta that the organization is enabled for (Authentication, point 4). */
  readonly entitlements: readonly string[]
}

export interface UserRow extends Row {
  readonly label: string
  readonly email: string
}

export type Role = 'owner' | 'admin' | 'member'

/** A user's place in an organization; id is the user's. */
export interface MembershipRow extends Row {
  readonly role: Role | string
  readonly permissions: readonly string[]
  /** Permissions granted to the user in place of those of the role. */
  readonly grants?: CredentialRow['scope']
}

/** Something that proves who is calling; id is what travels on the wire. */
export interface CredentialRow extends Row {
  readonly userId: string
  /** The organization the caller acts for. */
  readonly actingOrg: string
  readonly enabled: boolean
  readonly expiresAtMs: number | undefined
  /** Absent: everything the user may do. */
  readonly scope: readonly { readonly role: string; readonly resourceIds: readonly string[] }[] | undefined
  /** The personal token this credential is the key of. */
  readonly tokenId: string | undefined
  /** What the owner of the token was limited to when it was made. */
  readonly ownerGrants?: MembershipRow['grants']
}

/** Everyone and everything that is known across organizations lives under this name. */
export const EVERYWHERE = '*'

export interface IdentityRows {
  readonly Organization: OrganizationRow
  readonly User: UserRow
  readonly Membership: MembershipRow
  readonly Credential: CredentialRow
}

export const IDENTITY_TABLES: { readonly [Name in keyof IdentityRows]: TableDefinition<IdentityRows[Name]> } = {
  Organization: byId(),
  User: byId(),
  Membership: byId({ user: (row) => [row.id] }),
  Credential: byId(),
}

/** The caller of a request: the user, the organization and the rights. */
export interface Caller {
  readonly userId: string
  readonly label: string
  readonly email: string
  readonly org: string
  readonly role: string
  readonly permissions: readonly string[]
  readonly scope: CredentialRow['scope']
  /** What the owner of a narrowed token is limited to, if to anything: the token reaches no further. */
  readonly within?: CredentialRow['scope']
  /** The scope replaces the permissions of the role; otherwise it only narrows them. */
  readonly granted?: boolean
}

/** The reason why there is no caller: no credential, or one that does not identify a caller. */
export type Nobody = 'no-credential' | 'turned-away' | 'unknown' | 'expired' | 'switched-off' | 'not-a-member'
