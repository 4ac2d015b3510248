import { sameJson } from '../../contract/json.ts'
import { type Caller, type CredentialRow, EVERYWHERE, type MembershipRow, type Nobody } from '../identity/identity.ts'
import type { Reader } from '../world/reader.ts'

/** The caller behind a credential, acting for an organization. */
export function whoCalls(
  reader: Reader,
  credential: string | undefined,
  organization?: string | undefined,
): Caller | Nobody {
  if (credential === undefined) return 'no-credential'
  const row = reader.get('Credential', EVERYWHERE, credential)
  const user = row && reader.get('User', EVERYWHERE, row.userId)
  if (!row || !user) return 'unknown'
  if (!row.enabled) return 'switched-off'
  if (row.expiresAtMs !== undefined && row.expiresAtMs <= reader.nowMs) return 'expired'
  const org = actingOrganization(reader, row, organization)
  const membership = reader.get('Membership', org, row.userId)
  if (!membership) return 'not-a-member'
  const grants = grantsInForce(reader, row, membership)
  return {
    userId: user.id,
    label: user.label,
    email: user.email,
    org,
    role: membership.role,
    permissions: membership.permissions,
    scope: row.scope ?? grants,
    within: row.scope && grants,
    granted: grants !== undefined,
  }
}

/** What the owner of a token is limited to; other grants since it was made take effect or not (Authentication, point 2). */
function grantsInForce(reader: Reader, row: CredentialRow, { grants }: MembershipRow): MembershipRow['grants'] {
  if (row.tokenId === undefined || sameJson(row.ownerGrants, grants)) return grants
  return reader.gap('tokens.owner-limited-later') === 'follows-owner' ? grants : row.ownerGrants
}

/** The caller of a credential, if it is valid. */
export function callerOf(reader: Reader, credential: string | undefined, organization?: string): Caller | undefined {
  const who = whoCalls(reader, credential, organization)
  return typeof who === 'string' ? undefined : who
}

/** A personal token is bound to its organization (Authentication, point 2); for a session the choice is open. */
function actingOrganization(reader: Reader, row: CredentialRow, asked: string | undefined): string {
  const { tokenId, actingOrg, userId } = row
  if (tokenId !== undefined) return actingOrg
  const [first, another] = reader.oldest('Membership', 'user', userId)
  if (asked === undefined && !another) return actingOrg
  switch (reader.gap('general.acting-organization')) {
    case 'credential':
      return actingOrg
    case 'header':
      return asked ?? actingOrg
    case 'first-membership':
      return first?.org ?? actingOrg
  }
}
