import type { Registry, RegistryKey } from './entities.ts'
import { HOUR } from './moments.ts'
import { refuse } from './refusal.ts'
import { mintKey } from './registry-access.ts'
import { hashOf } from './secrets.ts'
import type { World } from './world.ts'

export interface Use {
  readonly id: string | undefined
  readonly secret: string | undefined
  readonly registry: string | undefined
  readonly repository: string | undefined
  readonly for: 'pull' | 'push'
  readonly at: number
}

/** Why a registry key does not get in; undefined when it does. */
export function keyRefused(world: World, use: Use): { reason: string | undefined; key: RegistryKey | undefined } {
  const found = findKey(world, use)
  if (!found) return { reason: 'unknown key', key: undefined }
  const { registry, key } = found
  return { reason: reasonAgainst(world, registry, key, use), key }
}

function findKey(world: World, { id, secret }: Use) {
  const hash = secret === undefined ? undefined : hashOf(secret)
  for (const registry of world.registries.values())
    for (const key of registry.keys.values())
      if (hash === undefined ? key.keyId === id : key.secretHash === hash) return { registry, key }
  return undefined
}

function reasonAgainst(world: World, registry: Registry, key: RegistryKey, use: Use): string | undefined {
  if (key.revokedAt !== undefined) return 'revoked'
  if (key.expiresAt !== undefined && key.expiresAt <= use.at) return 'expired'
  if (use.registry !== undefined && use.registry !== registry.slug) return 'not for this registry'
  if (use.for === 'push' && key.mode === 'pull' && !world.fault('pull-key-pushes')) return 'this key only pulls'
  if (use.repository !== undefined && !within(world, key.repoPrefixes, use.repository)) return 'outside its prefixes'
  return undefined
}

function within(world: World, prefixes: readonly string[], repository: string): boolean {
  if (prefixes.length === 0 || world.fault('key-beyond-prefix')) return true
  return prefixes.some((prefix) => repository.startsWith(prefix))
}

/** Why a login credential does not get in. */
export function loginRefused(world: World, use: Use): string | undefined {
  const hash = use.secret === undefined ? undefined : hashOf(use.secret)
  const credential = [...world.loginCredentials.values()].find((one) =>
    hash === undefined ? one.keyId === use.id : one.passwordHash === hash,
  )
  if (!credential) return 'unknown credential'
  if (credential.revoked) return 'revoked'
  if (credential.expiresAt <= use.at) return 'expired'
  // Another organization may have made one of the same slug since.
  const isOwn = (slug: string) => (world.registries.get(slug)?.org ?? credential.org) === credential.org
  const named = credential.scope.filter(({ registry }) => use.registry === undefined || registry === use.registry)
  const scope = named.filter(({ registry }) => isOwn(registry))
  if (use.registry !== undefined && scope.length === 0) return 'not for this registry'
  if (use.for === 'push' && !scope.some(({ mode }) => mode === 'readwrite')) return 'this credential only pulls'
  return undefined
}

export interface Claims {
  readonly issuer: string
  readonly audience: string
  readonly subject: string
}

/** CI trades a verified ID token for a short-lived key; a star in the pattern stands for any text. */
export function exchange(world: World, registry: Registry, claims: Claims) {
  const rule = [...registry.rules.values()].find(
    ({ issuer, audience, subjectPattern }) =>
      issuer === claims.issuer && audience === claims.audience && fits(subjectPattern, claims.subject),
  )
  if (!rule) return refuse(403, 'no rule matches')
  const { name, mode, repoPrefixes } = rule
  const expiresAt = world.now() + HOUR / 4
  return mintKey(world, registry, { name, mode, repoPrefixes, mintedVia: 'oidc', expiresAt }, world.fault)
}

function fits(pattern: string, text: string): boolean {
  const source = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${source.join('.*')}$`, 's').test(text)
}
