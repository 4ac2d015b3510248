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
  if (key.revoked && reader.follow(revokedKeyDead)) return 'this key is revoked'
  if (isExpired(key, atMs) && reader.follow(shortLived)) return 'this key has expired'
  if (key.registry !== registry.slug || key.org !== registry.org) return 'this key is for another registry'
  const outside = repository !== undefined && !withinPrefixes(reader, key.reach, repository)
  if (outside && reader.follow(prefixesHold)) return 'this key is for other repositories'
  return whyNotMode(reader, key.mode, action) ?? whyClosed(reader, registry, action)
}

/** Why a login credential does not. */
export function whyNotLogin(reader: Reader, login: LoginCredentialRow, attempt: Attempt): string | undefined {
  const { registry, action, atMs } = attempt
  if (login.revoked && reader.follow(revokedLoginDead)) return 'this login was ended'
  if (login.expiresAtMs <= atMs && reader.follow(oneHour)) return 'this login has expired'
  const entry = login.scope.find(({ registry: slug }) => slug === registry.slug && login.org === registry.org)
  if (!entry) return 'this login is not for that registry'
  return whyNotMode(reader, entry.mode, action) ?? whyClosed(reader, registry, action)
}

function whyNotMode(reader: Reader, mode: Mode, action: Attempt['action']): string | undefined {
  if (action === 'pull') return undefined
  if (mode === 'pull' && reader.follow(modeHolds)) return 'it is for pulling only'
  if (action === 'delete' && reader.gap('registry.readwrite-deletes') === 'denied') return 'it does not cover deleting'
  return undefined
}

function whyClosed(reader: Reader, { org }: RegistryRow, action: Attempt['action']): string | undefined {
  return action !== 'pull' && pullOnlyForNow(reader, org) ? 'there is no active payment method' : undefined
}
