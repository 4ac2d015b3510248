// Container registries: repositories, images, keys, logins, OIDC access rules, upstream credentials.
import { constants, createPublicKey, verify as verifySignature } from 'node:crypto'
import { Principal } from '../permissions.mjs'
import {
  bad,
  compact,
  conflict,
  HOUR,
  HttpError,
  hash,
  iso,
  MINUTE,
  newSecret,
  notFound,
  random,
  sameHash,
} from '../util.mjs'
import * as v from '../validate.mjs'
import { DEFAULT_REGISTRY_QUOTA } from '../world.mjs'

const HOST = 'registry.platform.example'
const UPSTREAMS = [
  { host: 'docker.io', endpoint: 'https://registry-1.docker.io' },
  { host: 'ghcr.io', endpoint: 'https://ghcr.io' },
  { host: 'quay.io', endpoint: 'https://quay.io' },
  { host: 'registry.k8s.io', endpoint: 'https://registry.k8s.io' },
  { host: 'public.ecr.aws', endpoint: 'https://public.ecr.aws' },
]
const RESERVED = new Set([
  'admin',
  'api',
  'auth',
  'cache',
  'docs',
  'internal',
  'library',
  'login',
  'mirror',
  'platform',
  'public',
  'registry',
  'root',
  'status',
  'system',
  'token',
  'www',
])
const SLUG = /^[a-z][a-z0-9-]{1,46}[a-z0-9]$/
const LOGIN_LIFETIME = HOUR
const OIDC_KEY_LIFETIME = 15 * MINUTE

const mode = v.oneOf('pull', 'readwrite')
const prefixes = v.list(
  v.string({ max: 255, pattern: /^[a-z0-9][a-z0-9._/-]*$/, what: 'the beginning of a repository name' }),
  { max: 100 },
)

// --- storage ---------------------------------------------------------------------------------------------------------

/** Every layer once, and every manifest of every repository. */
function bytesOf(registry, repositories) {
  const layers = new Set()
  let total = 0
  for (const repository of repositories) {
    for (const manifest of repository.manifests.values()) {
      total += manifest.bytes
      for (const layer of manifest.layers) layers.add(layer)
    }
  }
  for (const layer of layers) total += registry.blobs.get(layer)
  return total
}
export const usedBytes = (registry) => bytesOf(registry, registry.repositories.values())
function collectGarbage(registry) {
  const live = new Set(
    [...registry.repositories.values()].flatMap((repository) =>
      [...repository.manifests.values()].flatMap((manifest) => manifest.layers),
    ),
  )
  for (const layer of registry.blobs.keys()) if (!live.has(layer)) registry.blobs.delete(layer)
}
const tagsOf = (repository, digest) =>
  [...repository.tags.values()].filter((tag) => tag.digest === digest).map((tag) => tag.name)

export function findRegistryAnywhere(w, slug) {
  for (const org of w.orgs.values()) if (org.registries.has(slug)) return { org, registry: org.registries.get(slug) }
  return null
}

/** What a push does; also used by the control interface. */
export function pushImage(w, registry, { repository: name, tags, digest, mediaType, bytes, layers, at }) {
  const repository = registry.repositories.get(name)
  const added =
    layers
      .filter(
        (layer, index) =>
          !registry.blobs.has(layer.digest) && layers.findIndex((other) => other.digest === layer.digest) === index,
      )
      .reduce((sum, layer) => sum + layer.sizeBytes, 0) + (repository?.manifests.has(digest) ? 0 : bytes)
  if (usedBytes(registry) + added > registry.storageQuotaBytes)
    throw conflict('The storage quota of the registry would be exceeded.')
  const target = repository ?? { name, createdAt: at, manifests: new Map(), tags: new Map(), seq: w.seq() }
  registry.repositories.set(name, target)
  for (const layer of layers) if (!registry.blobs.has(layer.digest)) registry.blobs.set(layer.digest, layer.sizeBytes)
  if (!target.manifests.has(digest))
    target.manifests.set(digest, {
      digest,
      mediaType,
      bytes,
      layers: [...new Set(layers.map((layer) => layer.digest))],
      createdAt: at,
      seq: w.seq(),
    })
  for (const tag of tags) target.tags.set(tag, { name: tag, digest, updatedAt: at })
  return added
}

// --- credentials -----------------------------------------------------------------------------------------------------

const inPrefixes = (list, repository) =>
  list.length === 0 ||
  (repository !== undefined &&
    list.some((prefix) => {
      const folder = prefix.replace(/\/+$/, '')
      return repository === folder || repository.startsWith(`${folder}/`)
    }))
const WRITES = ['push', 'delete']

/** Why a registry key may not be used, or null. */
export function keyRefusal(key, { now, repository, action }) {
  if (key.revokedAt !== undefined && key.revokedAt <= now) return 'the key is revoked'
  if (key.expiresAt !== undefined && key.expiresAt <= now) return 'the key has expired'
  if (WRITES.includes(action) && key.mode !== 'readwrite') return 'the key is for pulling only'
  if (repository !== undefined && !inPrefixes(key.repoPrefixes, repository)) return 'the key is not for this repository'
  return null
}
export function loginRefusal(w, org, login, { now, registry, action }) {
  if (login.revokedAt !== undefined) return 'the credential was logged out'
  if (now >= login.expiresAt) return 'the credential has expired'
  const membership = org.members.get(login.userId)
  if (!membership) return 'its owner has left the organization'
  if (registry === undefined) return null
  const scope = login.scope.find((entry) => entry.registry === registry)
  if (!scope || !org.registries.has(registry)) return 'the credential is not for this registry'
  const owner = new Principal({ user: w.users.get(login.userId), org, membership })
  if (!owner.can('registry.registry.read', registry)) return 'its owner may no longer use this registry'
  if (WRITES.includes(action) && (scope.mode !== 'readwrite' || !owner.can('registry.repository.write', registry)))
    return 'the credential is for pulling only'
  return null
}
export function findLogin(w, username, password) {
  for (const org of w.orgs.values())
    for (const login of org.logins.values()) {
      if ((username === undefined || login.keyId === username) && sameHash(password, login.hash)) return { org, login }
    }
  return null
}
export function findKey(w, test) {
  for (const org of w.orgs.values())
    for (const registry of org.registries.values())
      for (const key of registry.keys.values()) if (test(key)) return { org, registry, key }
  return null
}

function mintKey(w, registry, { name, mode, repoPrefixes, mintedVia, lifetime }) {
  const secret = newSecret('rks')
  const now = w.now()
  const key = compact({
    keyId: `rk_${random(12)}`,
    name,
    mode,
    repoPrefixes,
    mintedVia,
    createdAt: now,
    expiresAt: lifetime && now + lifetime,
    hash: hash(secret),
    seq: w.seq(),
  })
  registry.keys.set(key.keyId, key)
  return { key, secret }
}

// --- OIDC ------------------------------------------------------------------------------------------------------------

const ALGORITHMS = /^(RS|PS|ES)(256|384|512)$|^EdDSA$/
function checkSignature(alg, jwk, data, signature) {
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  if (alg === 'EdDSA') return jwk.kty === 'OKP' && verifySignature(null, data, key, signature)
  const digest = `sha${alg.slice(2)}`
  if (alg.startsWith('ES'))
    return jwk.kty === 'EC' && verifySignature(digest, data, { key, dsaEncoding: 'ieee-p1363' }, signature)
  if (jwk.kty !== 'RSA') return false
  return verifySignature(
    digest,
    data,
    alg.startsWith('PS')
      ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : key,
    signature,
  )
}
async function getJson(url) {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(5000),
    redirect: 'error',
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error(`${response.status}`)
  return response.json()
}
async function keysOf(w, issuer, kid) {
  const cached = w.keySets.get(issuer)
  if (
    cached &&
    Date.now() - cached.at < 5 * MINUTE &&
    (kid === undefined || cached.keys.some((key) => key.kid === kid))
  )
    return cached.keys
  try {
    const configuration = await getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    if (configuration.issuer !== issuer) throw new Error('the issuer calls itself otherwise')
    const { keys } = await getJson(configuration.jwks_uri)
    if (!Array.isArray(keys)) throw new Error('no keys')
    w.keySets.set(issuer, { at: Date.now(), keys })
    return keys
  } catch (error) {
    throw new HttpError(403, `The keys of the issuer could not be fetched (${error.message}).`)
  }
}
const subjectFits = (pattern, subject) =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[\\^$.+?()[\]{}|/-]/g, '\\$&'))
      .join('.*')}$`,
    's',
  ).test(subject)

async function exchange(w, { registry: slug, token }) {
  const refused = (message) => new HttpError(403, message)
  const parts = token.split('.')
  const decode = (part) => {
    try {
      return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    } catch {
      return null
    }
  }
  const header = parts.length === 3 ? decode(parts[0]) : null
  const claims = parts.length === 3 ? decode(parts[1]) : null
  if (!header || !claims || typeof header !== 'object' || typeof claims !== 'object')
    throw bad('token is not a signed ID token')
  const found = findRegistryAnywhere(w, slug)
  if (!found) throw refused('No rule of this registry fits the token.')
  const audiences = [claims.aud].flat()
  const fitting = () =>
    [...found.registry.rules.values()].find(
      (rule) =>
        rule.issuer === claims.iss &&
        audiences.includes(rule.audience) &&
        typeof claims.sub === 'string' &&
        subjectFits(rule.subjectPattern, claims.sub),
    )
  if (!fitting()) throw refused('No rule of this registry fits the token.')
  const now = w.now() / 1000
  if (typeof claims.exp !== 'number' || claims.exp <= now - 30) throw refused('The token has expired.')
  if (typeof claims.nbf === 'number' && claims.nbf > now + 60) throw refused('The token is not valid yet.')
  if (!ALGORITHMS.test(header.alg ?? '')) throw refused('The token is not signed with an accepted algorithm.')
  const keys = await keysOf(w, claims.iss, header.kid)
  const data = Buffer.from(`${parts[0]}.${parts[1]}`)
  const signature = Buffer.from(parts[2], 'base64url')
  const signed = keys
    .filter((key) => header.kid === undefined || key.kid === undefined || key.kid === header.kid)
    .some((key) => {
      try {
        return checkSignature(header.alg, key, data, signature)
      } catch {
        return false
      }
    })
  if (!signed) throw refused('The signature of the token is not valid.')
  // The rule or the registry may have gone while the keys were fetched.
  const rule = fitting()
  if (!rule || found.org.registries.get(slug) !== found.registry)
    throw refused('No rule of this registry fits the token.')
  return {
    rule,
    ...mintKey(w, found.registry, {
      name: rule.name,
      mode: rule.mode,
      repoPrefixes: rule.repoPrefixes,
      mintedVia: 'oidc',
      lifetime: OIDC_KEY_LIFETIME,
    }),
  }
}

function issuerUrl(value, path) {
  v.url()(value, path)
  const { protocol, hostname } = new URL(value)
  if (protocol === 'http:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw bad(`${path} must be an https URL`)
  return value
}

// --- views -----------------------------------------------------------------------------------------------------------

const showRegistry = (r) => ({
  slug: r.slug,
  displayName: r.displayName,
  region: r.region,
  storageQuotaBytes: r.storageQuotaBytes,
  createdAt: iso(r.createdAt),
})
const showKey = (k) =>
  compact({
    keyId: k.keyId,
    name: k.name,
    mode: k.mode,
    repoPrefixes: k.repoPrefixes,
    mintedVia: k.mintedVia,
    createdAt: iso(k.createdAt),
    expiresAt: k.expiresAt && iso(k.expiresAt),
    lastUsedAt: k.lastUsedAt && iso(k.lastUsedAt),
    revokedAt: k.revokedAt && iso(k.revokedAt),
  })
const showRule = (r) => ({
  id: r.id,
  name: r.name,
  issuer: r.issuer,
  audience: r.audience,
  subjectPattern: r.subjectPattern,
  mode: r.mode,
  repoPrefixes: r.repoPrefixes,
  createdAt: iso(r.createdAt),
})

// --- routes ----------------------------------------------------------------------------------------------------------

const ROOT = '/api/v1/registry'
const ONE = `${ROOT}/registries/{slug}`

function registryOf({ org, params }) {
  const registry = org.registries.get(params.slug)
  if (!registry) throw notFound(`There is no registry ${params.slug}.`)
  return registry
}
function required(query, name) {
  if (!query[name]) throw bad(`The query parameter ${name} is required.`)
  return query[name]
}
function repositoryOf(ctx) {
  const registry = registryOf(ctx)
  const name = required(ctx.query, 'repo')
  const repository = registry.repositories.get(name)
  if (!repository) throw notFound(`There is no repository ${name}.`)
  return { registry, repository }
}
const on = (permission) => [permission, 'slug', 'registry.registry.read', 'registry']

export const routes = [
  {
    op: 'listUpstreams',
    method: 'GET',
    path: `${ROOT}/upstreams`,
    some: 'registry.registry.read',
    run: () => ({ status: 200, body: { upstreams: UPSTREAMS } }),
  },

  {
    op: 'listRegistries',
    method: 'GET',
    path: `${ROOT}/registries`,
    some: 'registry.registry.read',
    run: ({ p, org }) => ({
      status: 200,
      body: {
        registries: [...org.registries.values()]
          .filter((r) => p.can('registry.registry.read', r.slug))
          .map(showRegistry),
      },
    }),
  },

  {
    op: 'createRegistry',
    method: 'POST',
    path: `${ROOT}/registries`,
    need: 'registry.registry.write',
    run: ({ w, org, input }) => {
      const body = input(
        v.object({
          slug: v.string({
            max: 48,
            pattern: SLUG,
            what: '3 to 48 lower-case letters, digits and hyphens, beginning with a letter',
          }),
          displayName: v.optional(v.name()),
          region: v.optional(v.string({ max: 40, pattern: /^[a-z0-9][a-z0-9-]*$/, what: 'the id of a region' })),
        }),
      )
      if (!org.paymentActive) throw new HttpError(402, 'The organization has no active payment method.')
      if (RESERVED.has(body.slug) || w.slugClaims.get(body.slug) === 'reserved')
        throw conflict(`The slug ${body.slug} is reserved.`)
      if (w.slugClaims.has(body.slug) || findRegistryAnywhere(w, body.slug))
        throw conflict(`The slug ${body.slug} is taken.`)
      const registry = {
        slug: body.slug,
        displayName: body.displayName ?? body.slug,
        region: body.region ?? 'eu-central',
        storageQuotaBytes: DEFAULT_REGISTRY_QUOTA,
        createdAt: w.now(),
        repositories: new Map(),
        blobs: new Map(),
        keys: new Map(),
        rules: new Map(),
        upstreams: new Map(),
      }
      org.registries.set(registry.slug, registry)
      return { status: 201, body: showRegistry(registry) }
    },
  },

  {
    op: 'getRegistry',
    method: 'GET',
    path: ONE,
    on: on('registry.registry.read'),
    run: (ctx) => {
      const r = registryOf(ctx)
      return {
        status: 200,
        body: {
          slug: r.slug,
          region: r.region,
          storageQuotaBytes: r.storageQuotaBytes,
          usedBytes: usedBytes(r),
          repositoryCount: r.repositories.size,
          createdAt: iso(r.createdAt),
        },
      }
    },
  },

  {
    op: 'createLoginCredential',
    method: 'POST',
    path: `${ROOT}/logins`,
    some: 'registry.registry.read',
    run: ({ w, p, org, input }) => {
      const body = input(v.object({ registry: v.optional(v.string()), pullOnly: v.optional(v.boolean()) }))
      let reachable = [...org.registries.values()].filter((r) => p.can('registry.registry.read', r.slug))
      if (body.registry !== undefined) {
        reachable = reachable.filter((r) => r.slug === body.registry)
        if (reachable.length === 0) throw notFound(`There is no registry ${body.registry}.`)
      }
      const password = newSecret('rlp')
      const login = {
        keyId: `rl_${random(12)}`,
        hash: hash(password),
        userId: p.user.id,
        createdAt: w.now(),
        expiresAt: w.now() + LOGIN_LIFETIME,
        scope: reachable.map((r) => ({
          registry: r.slug,
          mode: !body.pullOnly && p.can('registry.repository.write', r.slug) ? 'readwrite' : 'pull',
        })),
      }
      org.logins.set(login.keyId, login)
      return {
        status: 201,
        body: {
          username: login.keyId,
          password,
          expiresAt: iso(login.expiresAt),
          registry: body.registry === undefined ? HOST : `${HOST}/${body.registry}`,
          scope: login.scope,
        },
      }
    },
  },

  {
    op: 'revokeLoginCredential',
    method: 'DELETE',
    path: `${ROOT}/logins/{keyId}`,
    some: 'registry.registry.read',
    run: ({ w, p, org, params }) => {
      const login = org.logins.get(params.keyId)
      if (!login || login.revokedAt !== undefined || (login.userId !== p.user.id && !p.can('registry.key.admin')))
        throw notFound(`There is no login credential ${params.keyId}.`)
      login.revokedAt = w.now()
      return { status: 204 }
    },
  },

  {
    op: 'deleteRegistry',
    method: 'DELETE',
    path: ONE,
    on: on('registry.registry.write'),
    run: (ctx) => {
      const registry = registryOf(ctx)
      if (registry.repositories.size > 0) throw conflict('The registry still has repositories; delete them first.')
      ctx.org.registries.delete(registry.slug)
      return { status: 204 }
    },
  },

  {
    op: 'listRepositories',
    method: 'GET',
    path: `${ONE}/repositories`,
    on: on('registry.repository.read'),
    run: (ctx) => {
      const registry = registryOf(ctx)
      return {
        status: 200,
        body: {
          repositories: [...registry.repositories.values()].map((repository) => ({
            name: repository.name,
            tagCount: repository.tags.size,
            sizeBytes: bytesOf(registry, [repository]),
            createdAt: iso(repository.createdAt),
          })),
        },
      }
    },
  },

  {
    op: 'deleteRepository',
    method: 'DELETE',
    path: `${ONE}/repositories`,
    on: on('registry.repository.write'),
    run: (ctx) => {
      const { registry, repository } = repositoryOf(ctx)
      registry.repositories.delete(repository.name)
      collectGarbage(registry)
      return { status: 204 }
    },
  },

  {
    op: 'listTags',
    method: 'GET',
    path: `${ONE}/tags`,
    on: on('registry.repository.read'),
    run: (ctx) => {
      const { repository } = repositoryOf(ctx)
      return {
        status: 200,
        body: {
          tags: [...repository.tags.values()].map((tag) => ({
            name: tag.name,
            digest: tag.digest,
            manifestSize: repository.manifests.get(tag.digest).bytes,
            updatedAt: iso(tag.updatedAt),
          })),
        },
      }
    },
  },

  {
    op: 'deleteTag',
    method: 'DELETE',
    path: `${ONE}/tags`,
    on: on('registry.repository.write'),
    run: (ctx) => {
      const purge = ctx.query.purge
      if (purge !== undefined && purge !== 'true' && purge !== 'false') throw bad('purge must be true or false.')
      if (purge === 'true')
        ctx.p.needOn('registry.repository.admin', ctx.params.slug, 'registry.registry.read', 'registry')
      const { registry, repository } = repositoryOf(ctx)
      const tag = repository.tags.get(required(ctx.query, 'tag'))
      if (!tag) throw notFound(`There is no tag ${ctx.query.tag}.`)
      repository.tags.delete(tag.name)
      const purged = purge === 'true' && tagsOf(repository, tag.digest).length === 0
      if (purged) {
        repository.manifests.delete(tag.digest)
        collectGarbage(registry)
      }
      return { status: 200, body: { purged } }
    },
  },

  {
    op: 'listManifests',
    method: 'GET',
    path: `${ONE}/manifests`,
    on: on('registry.repository.read'),
    run: (ctx) => {
      const { registry, repository } = repositoryOf(ctx)
      return {
        status: 200,
        body: {
          manifests: [...repository.manifests.values()].map((m) => ({
            digest: m.digest,
            mediaType: m.mediaType,
            sizeBytes: m.bytes + m.layers.reduce((sum, layer) => sum + registry.blobs.get(layer), 0),
            tags: tagsOf(repository, m.digest),
            createdAt: iso(m.createdAt),
          })),
        },
      }
    },
  },

  {
    op: 'deleteManifest',
    method: 'DELETE',
    path: `${ONE}/manifests`,
    on: on('registry.repository.write'),
    run: (ctx) => {
      const { registry, repository } = repositoryOf(ctx)
      const digest = required(ctx.query, 'digest')
      if (!repository.manifests.delete(digest)) throw notFound(`There is no image ${digest}.`)
      for (const name of tagsOf(repository, digest)) repository.tags.delete(name)
      collectGarbage(registry)
      return { status: 204 }
    },
  },

  {
    op: 'listRegistryKeys',
    method: 'GET',
    path: `${ONE}/keys`,
    on: on('registry.key.read'),
    run: (ctx) => ({ status: 200, body: { keys: [...registryOf(ctx).keys.values()].map(showKey) } }),
  },

  {
    op: 'createRegistryKey',
    method: 'POST',
    path: `${ONE}/keys`,
    on: on('registry.key.admin'),
    run: (ctx) => {
      const registry = registryOf(ctx)
      const body = ctx.input(v.object({ name: v.name(), mode, repoPrefixes: v.optional(prefixes) }))
      const { key, secret } = mintKey(ctx.w, registry, {
        ...body,
        repoPrefixes: body.repoPrefixes ?? [],
        mintedVia: 'manual',
      })
      return { status: 201, body: { keyId: key.keyId, secret } }
    },
  },

  {
    op: 'revokeRegistryKey',
    method: 'DELETE',
    path: `${ONE}/keys/{keyId}`,
    on: on('registry.key.write'),
    run: (ctx) => {
      const key = registryOf(ctx).keys.get(ctx.params.keyId)
      if (!key) throw notFound(`There is no key ${ctx.params.keyId}.`)
      key.revokedAt ??= ctx.w.now()
      return { status: 204 }
    },
  },

  {
    op: 'listOidcRules',
    method: 'GET',
    path: `${ONE}/oidc-rules`,
    on: on('registry.oidc.read'),
    run: (ctx) => ({ status: 200, body: { rules: [...registryOf(ctx).rules.values()].map(showRule) } }),
  },

  {
    op: 'createOidcRule',
    method: 'POST',
    path: `${ONE}/oidc-rules`,
    on: on('registry.oidc.admin'),
    run: (ctx) => {
      const registry = registryOf(ctx)
      const body = ctx.input(
        v.object({
          name: v.optional(v.name()),
          issuer: issuerUrl,
          audience: v.string(),
          subjectPattern: v.string(),
          mode,
          repoPrefixes: v.optional(prefixes),
        }),
      )
      const id = ++ctx.w.oidcRuleCount
      const rule = {
        id,
        name: body.name ?? `rule-${id}`,
        issuer: body.issuer,
        audience: body.audience,
        subjectPattern: body.subjectPattern,
        mode: body.mode,
        repoPrefixes: body.repoPrefixes ?? [],
        createdAt: ctx.w.now(),
      }
      registry.rules.set(id, rule)
      return { status: 201, body: showRule(rule) }
    },
  },

  {
    op: 'deleteOidcRule',
    method: 'DELETE',
    path: `${ONE}/oidc-rules/{id}`,
    on: on('registry.oidc.write'),
    run: (ctx) => {
      const registry = registryOf(ctx)
      if (!/^\d+$/.test(ctx.params.id) || !registry.rules.delete(Number(ctx.params.id)))
        throw notFound(`There is no rule ${ctx.params.id}.`)
      return { status: 204 }
    },
  },

  {
    op: 'listUpstreamCredentials',
    method: 'GET',
    path: `${ONE}/upstream-credentials`,
    on: on('registry.upstream.read'),
    run: (ctx) => ({
      status: 200,
      body: {
        upstreamCredentials: [...registryOf(ctx).upstreams.values()].map((c) => ({
          upstream: c.upstream,
          username: c.username,
          createdAt: iso(c.createdAt),
        })),
      },
    }),
  },

  {
    op: 'setUpstreamCredential',
    method: 'PUT',
    path: `${ONE}/upstream-credentials/{host}`,
    on: on('registry.upstream.write'),
    run: (ctx) => {
      const registry = registryOf(ctx)
      const { host } = ctx.params
      if (!UPSTREAMS.some((upstream) => upstream.host === host))
        throw notFound(`${host} is not an upstream of the catalog.`)
      const body = ctx.input(v.object({ username: v.string(), password: v.string({ max: 10_000 }) }))
      const before = registry.upstreams.get(host)
      registry.upstreams.set(host, { upstream: host, ...body, createdAt: before?.createdAt ?? ctx.w.now() })
      return { status: 200, body: { upstream: host, username: body.username } }
    },
  },

  {
    op: 'deleteUpstreamCredential',
    method: 'DELETE',
    path: `${ONE}/upstream-credentials/{host}`,
    on: on('registry.upstream.write'),
    run: (ctx) => {
      if (!registryOf(ctx).upstreams.delete(ctx.params.host))
        throw notFound(`There is no credential for ${ctx.params.host}.`)
      return { status: 204 }
    },
  },

  // Side doors.
  {
    op: 'exchangeOidcToken',
    door: true,
    open: true,
    method: 'POST',
    path: `${ROOT}/oidc/exchange`,
    run: async ({ w, input }) => {
      const { rule, key, secret } = await exchange(
        w,
        input(v.object({ registry: v.string(), token: v.string({ max: 20_000 }) })),
      )
      return { status: 201, body: { keyId: key.keyId, secret, mode: rule.mode, expiresAt: iso(key.expiresAt) } }
    },
  },

  {
    op: 'authorizeDataPlane',
    door: true,
    open: true,
    method: 'POST',
    path: `${ROOT}/data-plane/authorize`,
    run: ({ w, input }) => {
      const body = input(
        v.object({
          username: v.string({ min: 0 }),
          password: v.string({ min: 0, max: 10_000 }),
          registry: v.string(),
          repository: v.string(),
          action: v.oneOf('pull', 'push', 'delete'),
        }),
      )
      const now = w.now()
      const no = (reason) => ({ status: 200, body: { allowed: false, reason } })
      const asLogin = findLogin(w, body.username, body.password)
      if (asLogin) {
        const reason = loginRefusal(w, asLogin.org, asLogin.login, {
          now,
          registry: body.registry,
          action: body.action,
        })
        return reason ? no(reason) : { status: 200, body: { allowed: true } }
      }
      const found = findKey(w, (key) => key.keyId === body.username && sameHash(body.password, key.hash))
      if (!found) return no('the username or password is wrong')
      if (found.registry.slug !== body.registry) return no('the key is not for this registry')
      const reason = keyRefusal(found.key, { now, repository: body.repository, action: body.action })
      if (reason) return no(reason)
      found.key.lastUsedAt = now
      return { status: 200, body: { allowed: true } }
    },
  },
].map((route) => ({ area: 'registry', ...route }))
