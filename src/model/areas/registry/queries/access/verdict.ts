import type { Statement } from '../../../../rules/rule.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { LoginCredentialRow, Mode, RegistryKeyRow, RegistryRow } from '../../state/index.ts'
import { modeHolds, prefixesHold, revokedKeyDead, revokedLoginDead } from '../../statements/data-plane.ts'
import { shortLived } from '../../statements/exchange.ts'
import { oneHour } from '../../statements/login.ts'
import { pullOnlyForNow } from '../payment.ts'
import { withinPrefixes } from '../prefixes.ts'
import { isExpired } from './is-expired.ts'

/** Something an image client tries. */
export interface Attempt {
  readonly registry: RegistryRow
  /** Undefined: nothing in particular. */
  readonly repository: string | undefined
  readonly action: 'pull' | 'push' | 'delete'
  readonly atMs: number
}

/** Why a key does not open the door; nothing when it does (Authentication, point 5). */
export function whyNotKey(reader: Reader, key: RegistryKeyRow, attempt: Attempt): string | undefined {
  const { registry, repository, action, atMs } = attempt
  if (key.revoked) return because(reader, revokedKeyDead, 'this key is revoked')
  if (isExpired(key, atMs)) return because(reader, shortLived, 'this key has expired')
  if (key.registry !== registry.slug || key.org !== registry.org) return 'this key is for another registry'
  if (repository !== undefined && !withinPrefixes(reader, key.reach, repository))
    return because(reader, prefixesHold, 'this key is for other repositories')
  return whyNotMode(reader, key.mode, action) ?? whyClosed(reader, registry, action)
}

/** Why a login credential does not. */
export function whyNotLogin(reader: Reader, login: LoginCredentialRow, attempt: Attempt): string | undefined {
  const { registry, action, atMs } = attempt
  if (login.revoked) return because(reader, revokedLoginDead, 'this login was ended')
  if (login.expiresAtMs <= atMs) return because(reader, oneHour, 'this login has expired')
  const entry = login.scope.find(({ registry: slug }) => slug === registry.slug && login.org === registry.org)
  if (!entry) return 'this login is not for that registry'
  return whyNotMode(reader, entry.mode, action) ?? whyClosed(reader, registry, action)
}

function whyNotMode(reader: Reader, mode: Mode, action: Attempt['action']): string | undefined {
  if (action === 'pull') return undefined
  if (mode === 'pull') return because(reader, modeHolds, 'it is for pulling only')
  if (action === 'delete' && reader.gap('registry.readwrite-deletes') === 'denied') return 'it does not cover deleting'
  return undefined
}

/** A reason that a statement gives. */
function because(reader: Reader, statement: Statement, reason: string): string {
  reader.cite(statement)
  return reason
}

function whyClosed(reader: Reader, { org }: RegistryRow, action: Attempt['action']): string | undefined {
  return action !== 'pull' && pullOnlyForNow(reader, org) ? 'there is no active payment method' : undefined
}
