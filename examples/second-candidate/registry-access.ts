import type { Context, Handlers } from './context.ts'
import { param } from './context.ts'
import type { LoginCredential, Mode, OidcRule, Registry, RegistryKey } from './entities.ts'
import { HOUR, shown } from './moments.ts'
import type { Json } from './reader.ts'
import { refuse } from './refusal.ts'
import { reachable, registryOf } from './registries.ts'
import { hashOf, newSecret } from './secrets.ts'

const MODES: readonly Mode[] = ['pull', 'readwrite']

/** Login credentials, keys, OIDC rules and upstream logins (Endpoints, Registries 5, 8, 9, 11, 14, 15, 18 to 22). */
export const registryAccessHandlers: Handlers = {
  /** Valid for one hour, for every registry the caller can reach, or one of them (Registries 5). */
  createLoginCredential(ctx) {
    const { world, choice, org, now, read, fault } = ctx
    const body = read.object(ctx.body, 'body', ['registry', 'pullOnly'])
    const narrowed = read.maybe(body, 'registry', read.string)
    const pullOnly = (read.maybe(body, 'pullOnly', read.boolean) ?? false) && !fault('pull-only-ignored')
    if (!ctx.reach.some && !fault('login-without-access')) refuse(403, 'no registry access')
    const own = reachable(ctx)
    const chosen = narrowed === undefined ? own : own.filter(({ slug }) => slug === narrowed)
    if (narrowed !== undefined && chosen.length === 0) refuse(choice.loginUnknownRegistry, 'unknown registry')
    if (own.length === 0 && choice.loginWithoutRegistries === 'refuse' && ctx.reach.some)
      refuse(403, 'no registry to log in to')
    const writes = ctx.reachOf('registry.repository.write')
    const scope = (fault('login-narrowing-ignored') ? own : chosen).map(({ slug }) => ({
      registry: slug,
      mode: pullOnly || !writes.to(slug) ? ('pull' as const) : ('readwrite' as const),
    }))
    const keyId = world.newId('login')
    const password = newSecret('lp.')
    const expiresAt = now + (fault('login-lasts-a-day') ? 24 : 1) * HOUR
    const credential: LoginCredential = {
      org: org.slug,
      keyId,
      passwordHash: hashOf(password),
      scope,
      expiresAt,
      revoked: false,
    }
    world.loginCredentials.set(keyId, credential)
    const answer = {
      username: choice.loginKeyId === 'username' ? keyId : `org-${org.slug}`,
      password,
      expiresAt: shown(choice, expiresAt),
      registry: narrowed ?? choice.loginRegistryAll,
      scope,
    }
    return choice.loginKeyId === 'field' ? { ...answer, keyId } : answer
  },

  revokeLoginCredential(ctx) {
    const credential = ctx.world.loginCredentials.get(param(ctx, 'keyId'))
    if (credential?.org !== ctx.org.slug) return refuse(404, 'unknown credential')
    if (!ctx.fault('logout-without-effect')) credential.revoked = true
    return ctx.choice.doneBody
  },

  listRegistryKeys(ctx) {
    const keys = [...registryOf(ctx).keys.values()].filter(
      (key) => key.revokedAt === undefined || ctx.choice.revokedKeyListed,
    )
    return { keys: (ctx.choice.newestFirst ? keys.reverse() : keys).map((key) => shownKey(ctx, key)) }
  },

  createRegistryKey(ctx) {
    const { world, read, fault } = ctx
    const registry = registryOf(ctx)
    const body = read.object(ctx.body, 'body', ['name', 'mode', 'repoPrefixes'])
    const grants = {
      name: read.name(body.name, 'name'),
      mode: read.oneOf(MODES)(body.mode, 'mode'),
      repoPrefixes: prefixesOf(ctx, body),
    }
    if (!ctx.reachOf('registry.key.admin').to(registry.slug) && !fault('key-minted-by-member'))
      refuse(403, 'minting keys needs registry.key.admin')
    const kept = fault('key-prefixes-lost') ? { ...grants, repoPrefixes: [] } : grants
    const { keyId, secret } = mintKey(world, registry, { ...kept, mintedVia: 'manual', expiresAt: undefined }, fault)
    return { keyId, secret }
  },

  revokeRegistryKey(ctx) {
    const { choice, now } = ctx
    const registry = registryOf(ctx)
    const key = registry.keys.get(param(ctx, 'keyId')) ?? refuse(404, 'unknown key')
    if (!ctx.reachOf(`registry.key.${choice.keyRevocationTier}`).to(registry.slug)) refuse(403, 'not permitted')
    if (key.revokedAt !== undefined && choice.revokeKeyAgain === 'refuse') refuse(404, 'unknown key')
    if (!ctx.fault('key-revocation-without-effect')) key.revokedAt ??= now
    return choice.doneBody
  },

  listOidcRules(ctx) {
    const rules = [...registryOf(ctx).rules.values()]
    return { rules: (ctx.choice.newestFirst ? rules.reverse() : rules).map((rule) => shownRule(ctx, rule)) }
  },

  createOidcRule(ctx) {
    const { world, choice, read, now, fault } = ctx
    const registry = registryOf(ctx)
    const fields = ['name', 'issuer', 'audience', 'subjectPattern', 'mode', 'repoPrefixes']
    const body = read.object(ctx.body, 'body', fields)
    const given = {
      name: read.maybe(body, 'name', read.name),
      issuer: (fault('issuer-any-text') ? read.string : read.uri)(body.issuer, 'issuer'),
      audience: read.filled(body.audience, 'audience'),
      subjectPattern: read.filled(body.subjectPattern, 'subjectPattern'),
      mode: read.oneOf(MODES)(body.mode, 'mode'),
      repoPrefixes: prefixesOf(ctx, body),
    }
    const id = world.number()
    const mode = fault('rule-mode-widened') ? 'readwrite' : given.mode
    const rule: OidcRule = { ...given, id, mode, name: given.name ?? choice.ruleName(id), createdAt: now }
    registry.rules.set(id, rule)
    return shownRule(ctx, rule)
  },

  deleteOidcRule(ctx) {
    const registry = registryOf(ctx)
    const id = Number(param(ctx, 'id'))
    if (!registry.rules.has(id)) refuse(404, 'unknown rule')
    if (!ctx.fault('rule-stays')) registry.rules.delete(id)
    return ctx.choice.doneBody
  },

  listUpstreamCredentials(ctx) {
    const logins = [...registryOf(ctx).logins.values()].map(({ upstream, username, password, createdAt }) => ({
      upstream,
      username,
      createdAt: shown(ctx.choice, createdAt),
      ...(ctx.fault('upstream-password-listed') ? { password } : {}),
    }))
    return { upstreamCredentials: ctx.choice.newestFirst ? logins.reverse() : logins }
  },

  setUpstreamCredential(ctx) {
    const { choice, read, now } = ctx
    const { logins } = registryOf(ctx)
    const upstream = param(ctx, 'host')
    const body = read.object(ctx.body, 'body', ['username', 'password'])
    const username = read.filled(body.username, 'username')
    const password = read.filled(body.password, 'password')
    const offered = choice.upstreams.some(({ host }) => host === upstream)
    if (!offered && !ctx.fault('upstream-outside-catalog')) refuse(choice.unknownUpstream, 'not a catalog upstream')
    const before = choice.upstreamResetKeepsTime ? logins.get(upstream)?.createdAt : undefined
    logins.set(upstream, { upstream, username, password, createdAt: before ?? now })
    return { upstream, username }
  },

  deleteUpstreamCredential(ctx) {
    const { logins } = registryOf(ctx)
    const host = param(ctx, 'host')
    if (!logins.has(host) && ctx.choice.forgetUnsetUpstream === 'refuse') refuse(404, 'nothing is set')
    if (!ctx.fault('upstream-login-stays')) logins.delete(host)
    return ctx.choice.doneBody
  },
}

type KeyGrants = Pick<RegistryKey, 'name' | 'mode' | 'repoPrefixes' | 'mintedVia' | 'expiresAt'>

/** A key whose secret only the answer knows. */
export function mintKey(
  world: Context['world'],
  registry: Registry,
  grants: KeyGrants,
  fault: (name: string) => boolean,
): { keyId: string; secret: string } {
  const keyId = world.newId('rk')
  const secret = newSecret('rks.')
  registry.keys.set(keyId, {
    ...grants,
    keyId,
    secretHash: hashOf(secret),
    leaked: fault('key-secret-listed') ? secret : undefined,
    createdAt: world.now(),
    lastUsedAt: undefined,
    revokedAt: undefined,
  })
  return { keyId, secret }
}

function prefixesOf({ read }: Context, body: Json): string[] {
  return read.maybe(body, 'repoPrefixes', read.list(read.string)) ?? []
}

function shownKey({ choice, fault }: Context, key: RegistryKey) {
  const { keyId, name, repoPrefixes, mintedVia, leaked } = key
  const at = (field: string, ms: number | undefined) => (ms === undefined ? {} : { [field]: shown(choice, ms) })
  return {
    keyId,
    name,
    mode: fault('key-mode-widened') ? 'readwrite' : key.mode,
    repoPrefixes,
    mintedVia,
    createdAt: shown(choice, key.createdAt),
    ...at('expiresAt', key.expiresAt),
    ...at('lastUsedAt', key.lastUsedAt),
    ...at('revokedAt', key.revokedAt),
    ...(leaked === undefined ? {} : { secret: leaked }),
  }
}

function shownRule({ choice, fault }: Context, rule: OidcRule) {
  const id = fault('rule-id-as-text') ? String(rule.id) : rule.id
  return { ...rule, id, createdAt: shown(choice, rule.createdAt) }
}
