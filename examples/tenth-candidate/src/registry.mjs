// Registries ("depots" in paths), what they hold, and the credentials of the data plane.
import { randomBytes } from 'node:crypto'
import { Fail, HOUR, MINUTE, DAY, SECOND, str, matching, bool, oneOf, list, opt, shape, stamp, secret, sha256, sameText, malformed, broken, conflict, denied, unknown, fold, weburl, byText } from './base.mjs'
import * as jwt from './jwt.mjs'

const UPSTREAMS = [
  { host: 'docker.io', endpoint: 'https://registry-1.docker.io' },
  { host: 'ghcr.io', endpoint: 'https://ghcr.io' },
  { host: 'mirror.gwdg.example:5000', endpoint: 'https://mirror.gwdg.example:5000' },
  { host: 'quay.io', endpoint: 'https://quay.io' },
]
const REGIONS = ['de-nbg-1', 'fi-hel-1', 'nl-ams-2']
const RESERVED = new Set(['admin', 'api', 'catalog', 'depot', 'depots', 'library', 'login', 'public', 'root', 'status', 'system', 'v2', 'www'])
export const DATA_PLANE = 'depot.zehnt.example'
const OCI = 'application/vnd.oci.image.manifest.v1+json'

// ---- what is stored
const blobsOf = (repo) => {
  const blobs = new Map()
  for (const [digest, manifest] of repo.manifests) {
    blobs.set(digest, manifest.bytes)
    for (const layer of manifest.layers) blobs.set(layer.digest, layer.sizeBytes)
  }
  return blobs
}
const sum = (map) => [...map.values()].reduce((a, b) => a + b, 0)
export const usedBytes = (registry) => {
  const all = new Map()
  for (const repo of registry.repos.values()) for (const [digest, size] of blobsOf(repo)) all.set(digest, size)
  return sum(all)
}
const imageBytes = (manifest) => {
  const blobs = new Map(manifest.layers.map((layer) => [layer.digest, layer.sizeBytes]))
  return manifest.bytes + sum(blobs)
}
const tagsOf = (repo, digest) => [...repo.tags].filter(([, tag]) => tag.digest === digest).map(([name]) => name).sort()
// A repository that holds nothing any more is gone.
const tidy = (registry, name) => {
  if (registry.repos.get(name)?.manifests.size === 0) registry.repos.delete(name)
}

export function newRegistry(world, org, { slug, displayName = slug.toUpperCase(), region = REGIONS[0] }) {
  const registry = world.record('Registry', {
    id: world.id(), slug, displayName, region, org: org.slug, quota: 20 * 1024 ** 3, repos: new Map(), keys: new Map(), rules: new Map(), upstreams: new Map(),
  })
  org.registries.set(slug, registry)
  return registry
}
const REPO = /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$/
export function push(world, registry, { repository, tags = ['latest'], digest, mediaType = OCI, manifestBytes = 1812, layers, at = world.now() }) {
  const whole = (layers ?? [{ sizeBytes: 24 * 1024 ** 2 }]).map((layer) => ({ digest: layer.digest ?? `sha256:${randomBytes(32).toString('hex')}`, sizeBytes: layer.sizeBytes }))
  const name = digest ?? `sha256:${sha256(JSON.stringify([repository, whole, mediaType, manifestBytes]))}`
  const before = usedBytes(registry)
  const old = registry.repos.get(repository)
  const repo = old ?? { name: repository, born: at, manifests: new Map(), tags: new Map() }
  const known = repo.manifests.get(name)
  if (!known) repo.manifests.set(name, { digest: name, mediaType, bytes: manifestBytes, layers: whole, born: at, seq: world.counter++ })
  registry.repos.set(repository, repo)
  const added = usedBytes(registry) - before
  if (before + added > registry.quota && added > 0) {
    if (!known) repo.manifests.delete(name)
    if (!old) registry.repos.delete(repository)
    throw conflict('The storage quota of the registry would be exceeded.')
  }
  for (const tag of tags) repo.tags.set(tag, { digest: name, at })
  world.touch(registry, 'ImagePushed')
  return { digest: name, layers: repo.manifests.get(name).layers.map((layer) => layer.digest), addedBytes: added }
}
export function share(world, registry, { blob, from, to }) {
  const image = (side) => {
    const manifest = registry.repos.get(side.repository)?.manifests.get(side.digest)
    if (!manifest) throw unknown('image')
    return manifest
  }
  const layer = image(from).layers.find((entry) => entry.digest === blob)
  if (!layer) throw unknown('layer in that image')
  const target = image(to)
  const before = usedBytes(registry)
  if (!target.layers.some((entry) => entry.digest === blob)) target.layers.push({ ...layer })
  world.touch(registry, 'LayerMounted')
  return { addedBytes: usedBytes(registry) - before }
}

// ---- the data plane
const inPrefixes = (prefixes, repository) =>
  !prefixes.length || (repository !== undefined && prefixes.some((p) => {
    const stem = p.replace(/\/+$/, '')
    return repository === stem || repository.startsWith(`${stem}/`)
  }))
export function findRegistry(world, slug) {
  for (const org of world.orgs.values()) if (org.registries.has(slug)) return { org, registry: org.registries.get(slug) }
  return null
}
const NEEDS_WRITE = new Set(['push', 'delete'])
function keyVerdict(world, registry, key, repository, action) {
  if (!key) return 'This key belongs to another registry.'
  if (key.revoked) return 'The key is revoked.'
  if (key.expires !== null && key.expires <= world.now()) return 'The key has expired.'
  if (NEEDS_WRITE.has(action) && key.mode !== 'readwrite') return 'The key only pulls.'
  if (!inPrefixes(key.prefixes, repository)) return 'The key is not for this repository.'
  return null
}
export function useKey(world, registry, key, repository, action) {
  const reason = keyVerdict(world, registry, key, repository, action)
  if (!reason) key.used = world.now()
  return reason
}
export function useLogin(world, org, login, slug, action) {
  if (!login || login.revoked) return 'The login is not known.'
  if (login.expires <= world.now()) return 'The login has expired.'
  if (!org.members.has(login.person)) return 'Its owner has left the organization.'
  if (slug === undefined) return null
  const entry = login.scope.find((s) => s.registry === slug)
  if (!entry || !org.registries.has(slug)) return 'The login is not for this registry.'
  if (NEEDS_WRITE.has(action) && entry.mode !== 'readwrite') return 'The login only pulls.'
  return null
}
export const keyBySecret = (registry, text) => [...registry.keys.values()].find((key) => key.hash === sha256(text))
export const loginBySecret = (world, text) => {
  for (const org of world.orgs.values()) for (const login of org.logins.values()) if (login.hash === sha256(text)) return { org, login }
  return null
}

// ---- OIDC
const glob = (pattern) => new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '[^]*')}$`)
async function exchange(ctx) {
  const { world, body } = ctx
  const no = (why) => new Fail(401, why)
  const token = jwt.read(body.token)
  if (!token) throw no('This is not an ID token.')
  const { iss, aud, sub, exp, nbf } = token.claims
  const audiences = Array.isArray(aud) ? aud : [aud]
  const fits = () =>
    [...(findRegistry(world, body.registry)?.registry.rules.values() ?? [])]
      .filter((rule) => rule.issuer === iss && audiences.includes(rule.audience) && typeof sub === 'string' && glob(rule.subjectPattern).test(sub))
      .sort((a, b) => b.seq - a.seq)
  const inTime = () => typeof exp === 'number' && exp * SECOND > world.now() && (nbf === undefined || (typeof nbf === 'number' && nbf * SECOND <= world.now() + MINUTE))
  if (!fits().length) throw no('No access rule fits this ID token.')
  if (!inTime()) throw no('This ID token is not valid now.')
  let keys
  try {
    keys = await jwt.issuerKeys(iss)
  } catch {
    throw no('The keys of the issuer cannot be read.')
  }
  if (!jwt.good(token, keys)) throw no('The signature of this ID token is wrong.')
  // The rule may have gone while the keys were fetched.
  const rule = fits()[0]
  if (!rule || !inTime()) throw no('No access rule fits this ID token.')
  const { registry } = findRegistry(world, body.registry)
  const made = mint(world, registry, { name: `ci ${sub}`, mode: rule.mode, prefixes: rule.prefixes, via: 'oidc', lifetime: 30 * MINUTE, rule: rule.id })
  return { keyId: made.key.keyId, secret: made.secret, username: made.key.keyId, mode: rule.mode, repoPrefixes: rule.prefixes, registry: registry.slug, expiresAt: stamp(made.key.expires) }
}
function mint(world, registry, { name, mode, prefixes, via, lifetime, rule = null }) {
  const keyId = world.id()
  const text = secret('depot-', 24)
  const key = world.record('RegistryKey', { id: keyId, keyId, name, mode, prefixes, via, hash: sha256(text), expires: world.now() + lifetime, used: null, revoked: null, rule })
  registry.keys.set(keyId, key)
  return { key, secret: text }
}

// ---- views
const head = (world, r) => ({ slug: r.slug, displayName: r.displayName, region: r.region, storageQuotaBytes: r.quota, createdAt: stamp(r.born), number: r.id, pullHost: `${DATA_PLANE}/${r.slug}`, ...world.meta(r) })
const ruleView = (world, r) => ({ id: r.id, name: r.name, issuer: r.issuer, audience: r.audience, subjectPattern: r.subjectPattern, mode: r.mode, repoPrefixes: r.prefixes, createdAt: stamp(r.born), ...world.meta(r) })

const named = (ctx, resource, tier) => {
  const registry = ctx.org.registries.get(ctx.params.slug)
  if (!registry) throw unknown('registry')
  ctx.reach(`registry.${resource}`, tier, registry.slug, 'registry', 'registry.registry')
  return registry
}
const asked = (ctx, name) => {
  const value = ctx.query[name]
  if (value === undefined || value === '') throw malformed(`The query needs ${name}.`)
  return value
}
const SLUG = /^[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])$/
const prefixes = () => opt(list(matching(/^[a-z0-9][a-z0-9._/-]*$/, 'is not the beginning of a repository name', { max: 200 }), { unique: true, max: 20 }))
const D = '/api/v1/registry/depots'

export const routes = [
  ['GET', '/api/v1/registry/mirrors', 'listUpstreams', {}, (ctx) => {
    if (!ctx.canSome('registry.upstream', 'read') && !ctx.canSome('registry.registry', 'read')) throw unknown('catalog')
    return { upstreams: UPSTREAMS.map((u) => ({ ...u, protocol: 'oci-distribution/1.1' })) }
  }],
  ['GET', D, 'listRegistries', {}, (ctx) => ({
    registries: [...ctx.org.registries.values()].filter((r) => ctx.can('registry.registry', 'read', r.slug)).sort(byText('slug')).map((r) => head(ctx.world, r)),
  })],
  ['POST', D, 'createRegistry', {
    status: 201, before: (ctx) => ctx.need('registry.registry', 'write'),
    body: shape({ slug: matching(SLUG, 'must have 3 to 63 lower-case letters, digits and inner dashes', { max: 63 }), displayName: opt(str({ max: 100 })), region: opt(oneOf(...REGIONS)) }),
  }, (ctx) => {
    const { world, org, body } = ctx
    const { slug } = body
    if (RESERVED.has(slug) || world.slugsElsewhere.has(slug) || world.slugsRetired.has(slug) || findRegistry(world, slug)) throw conflict(`The slug ${slug} is not available.`)
    if (!org.payment) throw conflict('There is no active payment method.')
    ctx.headers['location'] = `${D}/${slug}`
    return head(world, newRegistry(world, org, body))
  }],
  ['GET', `${D}/{slug}`, 'getRegistry', {}, (ctx) => {
    const r = named(ctx, 'registry', 'read')
    return { slug: r.slug, region: r.region, storageQuotaBytes: r.quota, usedBytes: usedBytes(r), repositoryCount: r.repos.size, createdAt: stamp(r.born), displayName: r.displayName, number: r.id, freeBytes: Math.max(0, r.quota - usedBytes(r)), ...ctx.world.meta(r) }
  }],
  ['POST', `${D}/{slug}/dissolve`, 'deleteRegistry', {}, (ctx) => {
    const r = named(ctx, 'registry', 'admin')
    if (r.repos.size) throw conflict('The registry still has repositories; delete them first.', { repositories: [...r.repos.keys()].sort() })
    ctx.org.registries.delete(r.slug)
    ctx.world.slugsRetired.add(r.slug)
    return ctx.world.receipt(r, 'Dissolved')
  }],
  ['POST', '/api/v1/registry/tickets', 'createLoginCredential', {
    status: 201, optionalBody: true, body: shape({ registry: opt(str()), pullOnly: opt(bool()) }),
    before: (ctx) => {
      if (!ctx.canSome('registry.repository', 'read')) throw denied('You have no access to any registry.')
    },
  }, (ctx) => {
    const { world, org, body } = ctx
    const within = [...org.registries.values()].filter((r) => ctx.can('registry.repository', 'read', r.slug))
    if (body.registry !== undefined && !within.some((r) => r.slug === body.registry)) throw unknown('registry')
    if (!within.length) throw denied('You have no access to any registry.')
    const chosen = within.filter((r) => body.registry === undefined || r.slug === body.registry).sort(byText('slug'))
    const id = world.id()
    const username = `ticket+${id}`
    const password = secret('tk-', 24)
    const scope = chosen.map((r) => ({ registry: r.slug, mode: !body.pullOnly && ctx.can('registry.repository', 'write', r.slug) ? 'readwrite' : 'pull' }))
    const login = world.record('LoginCredential', { id, username, person: ctx.person.id, hash: sha256(password), scope, expires: world.now() + HOUR, revoked: false })
    org.logins.set(username, login)
    return { username, password, expiresAt: stamp(login.expires), registry: body.registry ?? '*', scope, host: DATA_PLANE, validMinutes: 60 }
  }],
  ['DELETE', '/api/v1/registry/tickets/{keyId}', 'revokeLoginCredential', {}, (ctx) => {
    const login = ctx.org.logins.get(ctx.params.keyId)
    const foreign = login && login.person !== ctx.person.id && !ctx.can('registry.key', 'admin')
    if (!login || foreign || login.revoked || login.expires <= ctx.world.now()) throw unknown('login')
    login.revoked = true
    return ctx.world.receipt(login, 'Revoked')
  }],
  ['GET', `${D}/{slug}/tags`, 'listTags', { query: ['repo'] }, (ctx) => {
    const repo = named(ctx, 'repository', 'read').repos.get(asked(ctx, 'repo'))
    const tags = [...(repo?.tags ?? [])].map(([name, tag]) => ({ name, digest: tag.digest, manifestSize: repo.manifests.get(tag.digest).bytes, updatedAt: stamp(tag.at), mediaType: repo.manifests.get(tag.digest).mediaType }))
    return { tags: tags.sort((a, b) => (a.name < b.name ? -1 : 1)) }
  }],
  ['DELETE', `${D}/{slug}/tags`, 'deleteTag', { query: ['repo', 'tag', 'purge'] }, (ctx) => {
    const r = named(ctx, 'repository', 'write')
    const name = asked(ctx, 'repo')
    const tagName = asked(ctx, 'tag')
    const { purge } = ctx.query
    if (purge !== undefined && !['true', 'false', 'yes', 'no'].includes(purge)) throw broken('purge must be true or false.')
    const repo = r.repos.get(name)
    const tag = repo?.tags.get(tagName)
    if (!tag) throw unknown('tag')
    const last = tagsOf(repo, tag.digest).length === 1
    const purges = (purge === 'true' || purge === 'yes') && last
    if (purges) ctx.need('registry.repository', 'admin', r.slug)
    repo.tags.delete(tagName)
    if (purges) {
      repo.manifests.delete(tag.digest)
      tidy(r, name)
    }
    ctx.world.touch(r, purges ? 'ImagePurged' : 'TagDeleted')
    return { purged: purges, digest: tag.digest, remainingTags: purges ? [] : tagsOf(repo, tag.digest) }
  }],
  ['GET', `${D}/{slug}/images`, 'listManifests', { query: ['repo'] }, (ctx) => {
    const repo = named(ctx, 'repository', 'read').repos.get(asked(ctx, 'repo'))
    const manifests = [...(repo?.manifests.values() ?? [])].sort((a, b) => b.born - a.born || b.seq - a.seq)
    return { manifests: manifests.map((m) => ({ digest: m.digest, mediaType: m.mediaType, sizeBytes: imageBytes(m), tags: tagsOf(repo, m.digest), createdAt: stamp(m.born), layers: m.layers.length })) }
  }],
  ['DELETE', `${D}/{slug}/images`, 'deleteManifest', { query: ['repo', 'digest'] }, (ctx) => {
    const r = named(ctx, 'repository', 'write')
    const name = asked(ctx, 'repo')
    const digest = asked(ctx, 'digest')
    const repo = r.repos.get(name)
    if (!repo?.manifests.has(digest)) throw unknown('image')
    const before = usedBytes(r)
    for (const tag of tagsOf(repo, digest)) repo.tags.delete(tag)
    repo.manifests.delete(digest)
    tidy(r, name)
    return { ...ctx.world.receipt(r, 'ImageDeleted'), freedBytes: before - usedBytes(r) }
  }],
  ['GET', `${D}/{slug}/repositories`, 'listRepositories', {}, (ctx) => {
    const r = named(ctx, 'repository', 'read')
    return { repositories: [...r.repos.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).map((repo) => ({ name: repo.name, tagCount: repo.tags.size, sizeBytes: sum(blobsOf(repo)), createdAt: stamp(repo.born), imageCount: repo.manifests.size })) }
  }],
  ['DELETE', `${D}/{slug}/repositories`, 'deleteRepository', { query: ['repo'] }, (ctx) => {
    const r = named(ctx, 'repository', 'write')
    if (!r.repos.delete(asked(ctx, 'repo'))) throw unknown('repository')
    return ctx.world.receipt(r, 'RepositoryDeleted')
  }],
  ['GET', `${D}/{slug}/keyring`, 'listRegistryKeys', {}, (ctx) => {
    const r = named(ctx, 'key', 'read')
    return {
      keys: [...r.keys.values()].sort((a, b) => b.seq - a.seq).map((k) => ({
        keyId: k.keyId, name: k.name, mode: k.mode, repoPrefixes: k.prefixes, mintedVia: k.via, createdAt: stamp(k.born),
        ...(k.expires !== null ? { expiresAt: stamp(k.expires) } : {}), ...(k.used !== null ? { lastUsedAt: stamp(k.used) } : {}), ...(k.revoked !== null ? { revokedAt: stamp(k.revoked) } : {}), ...ctx.world.meta(k),
      })),
    }
  }],
  ['POST', `${D}/{slug}/keyring`, 'createRegistryKey', {
    status: 201, before: (ctx) => named(ctx, 'key', 'admin'),
    body: shape({ name: str({ max: 100 }), mode: oneOf('pull', 'readwrite'), repoPrefixes: prefixes() }),
  }, (ctx) => {
    const r = named(ctx, 'key', 'admin')
    const { name, mode, repoPrefixes = [] } = ctx.body
    if ([...r.keys.values()].some((k) => k.revoked === null && k.via === 'manual' && fold(k.name) === fold(name))) throw conflict('A key of this registry has this name already.')
    const made = mint(ctx.world, r, { name, mode, prefixes: repoPrefixes, via: 'manual', lifetime: 365 * DAY })
    return { keyId: made.key.keyId, secret: made.secret, expiresAt: stamp(made.key.expires), ...ctx.world.meta(made.key) }
  }],
  ['POST', `${D}/{slug}/keyring/{keyId}/revoke`, 'revokeRegistryKey', {}, (ctx) => {
    const r = named(ctx, 'key', 'admin')
    const key = r.keys.get(ctx.params.keyId)
    if (!key) throw unknown('key')
    if (key.revoked !== null) throw conflict('The key is revoked already.')
    key.revoked = ctx.world.now()
    return ctx.world.receipt(key, 'Revoked')
  }],
  ['GET', `${D}/{slug}/federation`, 'listOidcRules', {}, (ctx) => ({
    rules: [...named(ctx, 'trust', 'read').rules.values()].sort((a, b) => b.seq - a.seq).map((r) => ruleView(ctx.world, r)),
  })],
  ['POST', `${D}/{slug}/federation`, 'createOidcRule', {
    status: 201, before: (ctx) => named(ctx, 'trust', 'admin'),
    body: shape({ name: opt(str({ max: 100 })), issuer: weburl(), audience: str({ max: 300 }), subjectPattern: str({ max: 300 }), mode: oneOf('pull', 'readwrite'), repoPrefixes: prefixes() }),
  }, (ctx) => {
    const r = named(ctx, 'trust', 'admin')
    const { issuer, audience, subjectPattern, mode, repoPrefixes = [] } = ctx.body
    const url = new URL(issuer)
    if (url.protocol === 'http:' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) throw broken('issuer must be https, except on this machine.')
    if ([...r.rules.values()].some((o) => o.issuer === issuer && o.audience === audience && o.subjectPattern === subjectPattern)) throw conflict('There is a rule for this issuer, audience and subject already.')
    const id = Number(ctx.world.id())
    const rule = ctx.world.record('OidcRule', { id, name: ctx.body.name ?? `Rule ${id}`, issuer, audience, subjectPattern, mode, prefixes: repoPrefixes })
    r.rules.set(id, rule)
    return ruleView(ctx.world, rule)
  }],
  ['DELETE', `${D}/{slug}/federation/{id}`, 'deleteOidcRule', {}, (ctx) => {
    const r = named(ctx, 'trust', 'admin')
    const rule = /^\d{1,15}$/.test(ctx.params.id) ? r.rules.get(Number(ctx.params.id)) : undefined
    if (!rule) throw unknown('access rule')
    r.rules.delete(rule.id)
    for (const key of r.keys.values()) if (key.rule === rule.id && key.revoked === null) key.revoked = ctx.world.now()
    return ctx.world.receipt(rule, 'Deleted')
  }],
  ['GET', `${D}/{slug}/mirrors`, 'listUpstreamCredentials', {}, (ctx) => ({
    upstreamCredentials: [...named(ctx, 'upstream', 'read').upstreams.values()].sort(byText('upstream')).map((c) => ({ upstream: c.upstream, username: c.username, createdAt: stamp(c.born), ...ctx.world.meta(c) })),
  })],
  ['POST', `${D}/{slug}/mirrors/{host}`, 'setUpstreamCredential', {
    before: (ctx) => named(ctx, 'upstream', 'write'), body: shape({ username: str({ max: 200 }), password: str({ max: 2000, loose: true }) }),
  }, (ctx) => {
    const r = named(ctx, 'upstream', 'write')
    const { host } = ctx.params
    if (!UPSTREAMS.some((u) => u.host === host)) throw unknown('upstream')
    const { username, password } = ctx.body
    const old = r.upstreams.get(host)
    if (old) {
      Object.assign(old, { username, hash: sha256(password) })
      ctx.world.touch(old, 'Replaced')
    } else r.upstreams.set(host, ctx.world.record('UpstreamCredential', { id: host, upstream: host, username, hash: sha256(password) }))
    return { upstream: host, username, replaced: Boolean(old) }
  }],
  ['DELETE', `${D}/{slug}/mirrors/{host}`, 'deleteUpstreamCredential', {}, (ctx) => {
    const r = named(ctx, 'upstream', 'write')
    const found = r.upstreams.get(ctx.params.host)
    if (!found) throw unknown('upstream login')
    r.upstreams.delete(ctx.params.host)
    return ctx.world.receipt(found, 'Deleted')
  }],
  // Side doors
  ['POST', '/api/v1/registry/federation/swap', 'exchangeOidcToken', { status: 201, auth: false, body: shape({ registry: str(), token: str({ max: 20000 }) }) }, exchange],
  ['POST', '/api/v1/registry/gate', 'authorizeDataPlane', {
    auth: false, body: shape({ username: str({ max: 300, loose: true }), password: str({ max: 2000, loose: true }), registry: str(), repository: str({ max: 300 }), action: oneOf('pull', 'push', 'delete') }),
  }, (ctx) => {
    const { world, body } = ctx
    const found = findRegistry(world, body.registry)
    const login = loginBySecret(world, body.password)
    let reason
    if (login) {
      if (!sameText(login.login.username, body.username)) throw new Fail(401, 'Username and password do not belong together.')
      reason = useLogin(world, login.org, login.login, body.registry, body.action)
    } else {
      const key = found && keyBySecret(found.registry, body.password)
      if (!key) throw new Fail(401, 'This login is not known.')
      reason = useKey(world, found.registry, key, body.repository, body.action)
    }
    if (reason) throw new Fail(403, reason, { allowed: false, reason })
    return { allowed: true, registry: body.registry, repository: body.repository, action: body.action }
  }],
]
export { REPO }
