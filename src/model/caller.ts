import type { Reader } from './context.ts'
import { type Caller, EVERYWHERE } from './identity.ts'

/** The caller that a credential stands for, if it is one and still valid. */
export function callerOf(reader: Reader, credential: string | undefined): Caller | undefined {
  if (credential === undefined) return undefined
  const row = reader.get('Credential', EVERYWHERE, credential)
  if (!row?.enabled || (row.expiresAtMs !== undefined && row.expiresAtMs <= reader.nowMs)) return undefined
  const user = reader.get('User', EVERYWHERE, row.userId)
  const membership = reader.get('Membership', row.actingOrg, row.userId)
  if (!user || !membership) return undefined
  return {
    userId: user.id,
    label: user.label,
    email: user.email,
    org: row.actingOrg,
    role: membership.role,
    permissions: membership.permissions,
    scope: row.scope ?? membership.grants,
    granted: membership.grants !== undefined,
  }
}
