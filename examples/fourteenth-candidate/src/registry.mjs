// Registries: images, keys, logins, OIDC rules, upstream credentials, and the data plane.
import { createPublicKey, verify, randomBytes, createHash } from 'node:crypto'
import { W, now, stamp, newId, newSecret, sha, byId, has, text, optText, optFlag, oneOf, texts, uri, bad, missing, refuse, ok, made, gone, may, mayAny, callerOf, MINUTE } from './base.mjs'

export const UPSTREAMS = [
  { host: 'docker.io', endpoint: 'https://registry-1.docker.io' },
  { host: 'ghcr.io', endpoint: 'https://ghcr.io' },
]
const RESERVED = new Set(['registry', 'admin'])
const MODES = ['pull', 'readwrite']

export function newRegistry(org, slug, displayName, region) {
  const r = { slug, org: org.slug, displayName, region, quota: 10737418240, createdAt: now(), repos: new Map(), keys: new Map(), rules: new Map(), creds: new Map(), ruleSeq: 0 }
  org.registries.set(slug, r)
  return r
}
export function registryAnywhere(slug) {
  for (const o of W.orgs.values()) if (o.registries.has(slug)) return o.registries.get(slug)
  return null
}
// Every blob once, whichever repositories hold it: the manifests themselves and their layers.
const blobsOf = (repos) => {
  const m = new Map()
  for (const repo of repos)
    for (const im of repo.manifests.values()) {
      m.set(im.digest, im.manifestBytes)
      for (const l of im.layers) m.set(l.digest, l.sizeBytes)
    }
  return m
}
const total = (blobs) => [...blobs.values()].reduce((a, b) => a + b, 0)
export const usedBytes = (r) => total(blobsOf(r.repos.values()))
const imageBytes = (im) => total(new Map([[im.digest, im.manifestBytes], ...im.layers.map((l) => [l.digest, l.sizeBytes])]))

export function push(r, e) {
  const at = e.at ?? now()
  const layers = (e.layers ?? [{ sizeBytes: 4194304 }]).map((l) => ({ digest: l.digest ?? `sha256:${randomBytes(32).toString('hex')}`, sizeBytes: l.sizeBytes }))
  const manifestBytes = e.manifestBytes ?? 512
  const digest = e.digest ?? `sha256:${createHash('sha256').update(JSON.stringify([e.mediaType, layers, manifestBytes])).digest('hex')}`
  const before = usedBytes(r)
  const blobs = blobsOf(r.repos.values())
  const had = r.repos.get(e.repository)?.manifests.get(digest)
  if (!had) {
    blobs.set(digest, manifestBytes)
    for (const l of layers) if (!blobs.has(l.digest)) blobs.set(l.digest, l.sizeBytes)
  }
  if (total(blobs) > r.quota) refuse(409, 'the storage quota of the registry would be exceeded')
  let repo = r.repos.get(e.repository)
  if (!repo) r.repos.set(e.repository, (repo = { name: e.repository, createdAt: at, manifests: new Map(), tags: new Map() }))
  const known = blobsOf(r.repos.values())
  if (!had) repo.manifests.set(digest, { digest, mediaType: e.mediaType ?? 'application/vnd.oci.image.manifest.v1+json', manifestBytes: known.get(digest) ?? manifestBytes, layers: layers.map((l) => ({ digest: l.digest, sizeBytes: known.get(l.digest) ?? l.sizeBytes })), createdAt: at })
  for (const t of e.tags ?? ['latest']) repo.tags.set(t, { name: t, digest, updatedAt: at })
  return { digest, layers: repo.manifests.get(digest).layers.map((l) => l.digest), addedBytes: usedBytes(r) - before }
}
export function share(r, blob, from, to) {
  const a = r.repos.get(from.repository)?.manifests.get(from.digest) ?? missing('no such image')
  const b = r.repos.get(to.repository)?.manifests.get(to.digest) ?? missing('no such image')
  const layer = a.layers.find((l) => l.digest === blob) ?? missing('no such layer')
  const before = usedBytes(r)
  if (!b.layers.some((l) => l.digest === blob)) b.layers.push({ ...layer })
  return { addedBytes: usedBytes(r) - before }
}

// Who may do what on the data plane.
export const keyLives = (k) => k.revokedAt === null && (k.expiresAt === null || k.expiresAt > now())
const underPrefix = (k, repository) => k.repoPrefixes.length === 0 || (repository !== undefined && k.repoPrefixes.some((p) => p === '' || repository === p || repository.startsWith(p.endsWith('/') ? p : `${p}/`)))
export const keyAllows = (k, repository, action) => keyLives(k) && underPrefix(k, repository) && (action === 'pull' || k.mode === 'readwrite')
export function loginAllows(l, registry, action) {
  if (l.expiresAt <= now()) return false
  const org = W.orgs.get(l.org)
  const person = W.people.get(l.personId)
  if (!org?.members.has(person?.id)) return false
  const ctx = callerOf(org, person, l.token)
  const entries = l.scope.filter((s) => org.registries.get(s.registry.slug) === s.registry && may(ctx, 'registry.repository.read', s.registry.slug))
  if (registry === undefined) return true
  const entry = entries.find((s) => s.registry.slug === registry)
  return !!entry && (action === 'pull' || (entry.mode === 'readwrite' && may(ctx, 'registry.repository.write', registry)))
}
export function loginBySecret(username, secret) {
  const hash = sha(secret)
  for (const o of W.orgs.values()) for (const l of o.logins.values()) if (l.hash === hash && (username === undefined || l.username === username)) return l
  return null
}
export function keyBySecret(secret) {
  const hash = sha(secret)
  for (const o of W.orgs.values()) for (const r of o.registries.values()) for (const k of r.keys.values()) if (k.hash === hash) return { r, k }
  return null
}

const listShape = (r) => ({ slug: r.slug, displayName: r.displayName, region: r.region, storageQuotaBytes: r.quota, createdAt: stamp(r.createdAt) })
const keyShape = (k) => ({ keyId: k.keyId, name: k.name, mode: k.mode, repoPrefixes: k.repoPrefixes, mintedVia: k.mintedVia, createdAt: stamp(k.createdAt), ...(k.revokedAt === null ? {} : { revokedAt: stamp(k.revokedAt) }) })
const ruleShape = (x) => ({ id: x.id, name: x.name, issuer: x.issuer, audience: x.audience, subjectPattern: x.subjectPattern, mode: x.mode, repoPrefixes: x.repoPrefixes, createdAt: stamp(x.createdAt) })
const mint = (r, e) => {
  const secret = newSecret()
  const k = { keyId: newId(), hash: sha(secret), revokedAt: null, createdAt: now(), ...e }
  r.keys.set(k.keyId, k)
  return { k, secret }
}
function at(c, tier = 'read', resource = 'repository') {
  const r = c.ctx.org.registries.get(c.p.slug)
  if (!r || !may(c.ctx, `registry.${resource}.${tier}`, r.slug)) missing('no such registry')
  return r
}
const query = (c, k) => (c.q.get(k) ? c.q.get(k) : bad(`${k} is required`))
const repoOf = (r, c) => {
  const name = query(c, 'repo')
  return () => r.repos.get(name) ?? missing('no such repository')
}

// ---------------------------------------------------------------- ID tokens
const part = (s) => JSON.parse(Buffer.from(s, 'base64url').toString('utf8'))
const fetchJson = async (url) => {
  const res = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(4000) })
  if (!res.ok) throw new Error(`status ${res.status}`)
  return res.json()
}
async function signedBy(issuer, header, input, signature) {
  const base = issuer.replace(/\/$/, '')
  const conf = await fetchJson(`${base}/.well-known/openid-configuration`)
  const { keys } = await fetchJson(conf.jwks_uri)
  const hash = { RS256: 'sha256', RS384: 'sha384', RS512: 'sha512', ES256: 'sha256', ES384: 'sha384' }[header.alg]
  if (!hash) return false
  const type = header.alg.startsWith('RS') ? 'RSA' : 'EC'
  for (const jwk of keys) {
    if (jwk.kty !== type || (header.kid !== undefined && jwk.kid !== undefined && jwk.kid !== header.kid)) continue
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    if (verify(hash, Buffer.from(input), type === 'EC' ? { key, dsaEncoding: 'ieee-p1363' } : key, signature)) return true
  }
  return false
}
const subjectFits = (pattern, subject) => new RegExp(`^${pattern.split('*').map((s) => s.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')).join('[^]*')}$`).test(subject)

export const doors = {
  'POST /api/v1/registry/trade': async (c) => {
    const slug = text(c.b, 'registry')
    const token = text(c.b, 'token')
    const no = () => bad('no rule of this registry lets this token in')
    const pieces = token.split('.')
    let header, claims
    try {
      header = part(pieces[0])
      claims = part(pieces[1])
    } catch {
      no()
    }
    if (pieces.length !== 3 || claims === null || typeof claims !== 'object' || typeof claims.sub !== 'string') no()
    const fits = () => {
      const r = registryAnywhere(slug) ?? no()
      const auds = [claims.aud].flat()
      const rules = [...r.rules.values()].filter((x) => x.issuer === claims.iss && auds.includes(x.audience) && subjectFits(x.subjectPattern, claims.sub))
      if (typeof claims.exp !== 'number' || claims.exp * 1000 <= now() || (typeof claims.nbf === 'number' && claims.nbf * 1000 > now() + MINUTE) || rules.length === 0) no()
      return { r, rule: rules[rules.length - 1] }
    }
    fits()
    const good = await signedBy(claims.iss, header, `${pieces[0]}.${pieces[1]}`, Buffer.from(pieces[2], 'base64url')).catch(() => false)
    if (!good) no()
    const { r, rule } = fits()
    const { k, secret } = mint(r, { name: rule.name, mode: rule.mode, repoPrefixes: rule.repoPrefixes, mintedVia: 'oidc', expiresAt: now() + 15 * MINUTE })
    return made({ keyId: k.keyId, secret, mode: k.mode, expiresAt: stamp(k.expiresAt) })
  },
  'POST /api/v1/registry/ask': (c) => {
    const b = c.b
    for (const k of ['username', 'password', 'registry', 'repository']) text(b, k)
    oneOf(b, 'action', ['pull', 'push', 'delete'])
    const hit = keyBySecret(b.password)
    if (hit) return ok({ allowed: hit.r.slug === b.registry && keyAllows(hit.k, b.repository, b.action) })
    const login = loginBySecret(b.username, b.password)
    return ok({ allowed: !!login && loginAllows(login, b.registry, b.action) })
  },
}

export const routes = {
  'GET /api/v1/registry/mirrors': (c) => (mayAny(c.ctx, 'registry.repository.read') ? ok({ upstreams: UPSTREAMS }) : missing()),
  'GET /api/v1/registry': (c) => {
    if (!mayAny(c.ctx, 'registry.repository.read')) missing()
    return ok({ registries: byId([...c.ctx.org.registries.values()].filter((r) => may(c.ctx, 'registry.repository.read', r.slug)), 'slug').map(listShape) })
  },
  'POST /api/v1/registry': (c) => {
    if (!may(c.ctx, 'registry.repository.write')) missing()
    const slug = text(c.b, 'slug')
    if (!/^[a-z0-9-]+$/.test(slug)) bad('slug has letters a to z, digits and hyphens only')
    const displayName = optText(c.b, 'displayName', '')
    const region = optText(c.b, 'region', '')
    if (!c.ctx.org.payment) bad('an active payment method is required')
    if (RESERVED.has(slug) || W.slugs.has(slug) || registryAnywhere(slug)) refuse(409, 'this slug is taken or reserved')
    return { status: 200, body: listShape(newRegistry(c.ctx.org, slug, displayName, region)) }
  },
  'GET /api/v1/registry/one/{slug}': (c) => {
    const r = at(c)
    return ok({ slug: r.slug, region: r.region, storageQuotaBytes: r.quota, usedBytes: usedBytes(r), repositoryCount: r.repos.size, createdAt: stamp(r.createdAt) })
  },
  'DELETE /api/v1/registry/one/{slug}': (c) => {
    const r = at(c, 'write')
    if (r.repos.size) bad('the registry has repositories, delete them first')
    c.ctx.org.registries.delete(r.slug)
    return gone()
  },
  'POST /api/v1/registry/session': (c) => {
    const { ctx } = c
    if (!mayAny(ctx, 'registry.repository.read')) refuse(403, 'you have no access to registries')
    const only = optText(c.b, 'registry')
    const pull = optFlag(c.b, 'pullOnly', false)
    let list = byId([...ctx.org.registries.values()].filter((r) => may(ctx, 'registry.repository.read', r.slug)), 'slug')
    if (only !== undefined) {
      list = list.filter((r) => r.slug === only)
      if (!list.length) missing('no such registry')
    }
    const password = newSecret()
    const l = {
      username: newId(), hash: sha(password), org: ctx.org.slug, personId: ctx.person.id, token: ctx.narrowed ? ctx.token : null, expiresAt: now() + 60 * MINUTE,
      scope: list.map((r) => ({ registry: r, mode: !pull && may(ctx, 'registry.repository.write', r.slug) ? 'readwrite' : 'pull' })),
    }
    ctx.org.logins.set(l.username, l)
    return ok({ username: l.username, password, expiresAt: stamp(l.expiresAt), registry: only ?? '', scope: l.scope.map((s) => ({ registry: s.registry.slug, mode: s.mode })) })
  },
  'DELETE /api/v1/registry/session/{keyId}': (c) => {
    const l = c.ctx.org.logins.get(c.p.keyId)
    if (!l || (l.personId !== c.ctx.person.id && !may(c.ctx, 'registry.key.admin'))) missing()
    c.ctx.org.logins.delete(l.username)
    return gone()
  },
  'GET /api/v1/registry/one/{slug}/tags': (c) => {
    const repo = repoOf(at(c), c)()
    return ok({ tags: byId(repo.tags.values(), 'name').map((t) => ({ name: t.name, digest: t.digest, manifestSize: repo.manifests.get(t.digest).manifestBytes, updatedAt: stamp(t.updatedAt) })) })
  },
  'DELETE /api/v1/registry/one/{slug}/tags': (c) => {
    const r = at(c, 'write')
    const find = repoOf(r, c)
    const name = query(c, 'tag')
    const purge = c.q.has('purge') ? oneOf({ purge: c.q.get('purge') }, 'purge', ['true', 'false']) === 'true' : false
    const repo = find()
    const tag = repo.tags.get(name) ?? missing('no such tag')
    const last = [...repo.tags.values()].filter((t) => t.digest === tag.digest).length === 1
    const purged = purge && last
    if (purged && !may(c.ctx, 'registry.repository.admin', r.slug)) missing('purging the last tag of an image is for admins')
    repo.tags.delete(name)
    if (purged) repo.manifests.delete(tag.digest)
    return ok({ purged })
  },
  'GET /api/v1/registry/one/{slug}/keys': (c) => ok({ keys: byId(at(c, 'read', 'key').keys.values(), 'keyId').map(keyShape) }),
  'POST /api/v1/registry/one/{slug}/keys': (c) => {
    const r = at(c, 'admin', 'key')
    const e = { name: text(c.b, 'name'), mode: oneOf(c.b, 'mode', MODES), repoPrefixes: has(c.b, 'repoPrefixes') ? texts(c.b, 'repoPrefixes') : [], mintedVia: 'manual', expiresAt: null }
    const { k, secret } = mint(r, e)
    return ok({ keyId: k.keyId, secret })
  },
  'DELETE /api/v1/registry/one/{slug}/keys/{keyId}': (c) => {
    const k = at(c, 'write', 'key').keys.get(c.p.keyId)
    if (!k || k.revokedAt !== null) missing()
    k.revokedAt = now()
    return gone()
  },
  'GET /api/v1/registry/one/{slug}/images': (c) => {
    const repo = repoOf(at(c), c)()
    return ok({ manifests: byId(repo.manifests.values(), 'digest').map((m) => ({ digest: m.digest, mediaType: m.mediaType, sizeBytes: imageBytes(m), tags: [...repo.tags.values()].filter((t) => t.digest === m.digest).map((t) => t.name), createdAt: stamp(m.createdAt) })) })
  },
  'DELETE /api/v1/registry/one/{slug}/images': (c) => {
    const find = repoOf(at(c, 'write'), c)
    const digest = query(c, 'digest')
    const repo = find()
    if (!repo.manifests.delete(digest)) missing('no such image')
    for (const t of [...repo.tags.values()]) if (t.digest === digest) repo.tags.delete(t.name)
    return gone()
  },
  'GET /api/v1/registry/one/{slug}/oidc': (c) => ok({ rules: byId(at(c).rules.values()).map(ruleShape) }),
  'POST /api/v1/registry/one/{slug}/oidc': (c) => {
    const r = at(c, 'write')
    const x = { name: optText(c.b, 'name', ''), issuer: uri(c.b, 'issuer'), audience: text(c.b, 'audience'), subjectPattern: text(c.b, 'subjectPattern'), mode: oneOf(c.b, 'mode', MODES), repoPrefixes: has(c.b, 'repoPrefixes') ? texts(c.b, 'repoPrefixes') : [], createdAt: now() }
    x.id = ++r.ruleSeq
    r.rules.set(x.id, x)
    return ok(ruleShape(x))
  },
  'DELETE /api/v1/registry/one/{slug}/oidc/{id}': (c) => (at(c, 'write').rules.delete(/^\d+$/.test(c.p.id) ? Number(c.p.id) : -1) ? gone() : missing()),
  'GET /api/v1/registry/one/{slug}/repos': (c) => {
    const r = at(c)
    return ok({ repositories: byId(r.repos.values(), 'name').map((x) => ({ name: x.name, tagCount: x.tags.size, sizeBytes: total(blobsOf([x])), createdAt: stamp(x.createdAt) })) })
  },
  'DELETE /api/v1/registry/one/{slug}/repos': (c) => {
    const r = at(c, 'write')
    r.repos.delete(repoOf(r, c)().name)
    return gone()
  },
  'GET /api/v1/registry/one/{slug}/mirrors': (c) => ok({ upstreamCredentials: byId(at(c).creds.values(), 'upstream').map((x) => ({ upstream: x.upstream, username: x.username, createdAt: stamp(x.createdAt) })) }),
  'POST /api/v1/registry/one/{slug}/mirrors/{host}': (c) => {
    const r = at(c, 'write')
    if (!UPSTREAMS.some((u) => u.host === c.p.host)) missing('no such upstream in the catalog')
    const x = { upstream: c.p.host, username: text(c.b, 'username'), password: text(c.b, 'password'), createdAt: r.creds.get(c.p.host)?.createdAt ?? now() }
    r.creds.set(x.upstream, x)
    return ok({ upstream: x.upstream, username: x.username })
  },
  'DELETE /api/v1/registry/one/{slug}/mirrors/{host}': (c) => (at(c, 'write').creds.delete(c.p.host) ? gone() : missing()),
}
