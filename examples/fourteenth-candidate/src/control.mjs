// The driver: what happens outside, the clock, pages, webhook attempts, reset.
import { W, now, later, iso, readTime, runDue, dueList, sha, has, text, optText, int, optInt, flag, optFlag, oneOf, texts, object, bad, missing, refuse, ok, roleOf, isAddress, may } from './base.mjs'
import { freshWorld, addPerson } from './seed.mjs'
import * as tokens from './tokens.mjs'
import * as registry from './registry.mjs'
import * as email from './email.mjs'
import * as oncall from './oncall.mjs'
import * as clusters from './clusters.mjs'
import * as uptime from './uptime.mjs'

const orgOf = (b) => (has(b, 'organization') ? W.orgs.get(text(b, 'organization')) ?? missing('no such organization') : [...W.orgs.values()][0])
function whenOf(b, k) {
  if (!has(b, k)) return undefined
  const t = readTime(b[k])
  return Number.isNaN(t) ? bad(`${k} is not a time`) : t
}
const change = (entity, id, what = 'changed') => [{ entity, id: String(id), change: what }]
const happened = (extra = {}, changed = []) => ok({ at: iso(now()), changed, ...extra })
const addresses = (b, k) => (texts(b, k).every(isAddress) ? b[k] : bad(`${k} must be email addresses`))
const clusterOf = (b) => clusters.clusterOf(orgOf(b), text(b, 'cluster'))
const registryOf = (slug) => registry.registryAnywhere(slug) ?? missing('no such registry')
const serviceOf = (b) => {
  if (has(b, 'serviceId')) return oncall.serviceAnywhere(text(b, 'serviceId')) ?? missing('no such service')
  const hit = oncall.sourceAnywhere(text(b, 'sourceId')) ?? missing('no such source')
  hit.source.lastEventAt = now()
  return { org: hit.org, service: hit.org.services.get(hit.source.serviceId) }
}
const domainOf = (b) => email.domainAnywhere(text(b, 'domain')) ?? missing('no such domain')
const filterOf = (b) => ({ capability: has(b, 'capability') ? oneOf(b, 'capability', ['send', 'receive']) : undefined, type: optText(b, 'type'), name: optText(b, 'name') })
const mailOf = (b) => {
  if (!isAddress(b.from)) bad('from must be an email address')
  addresses(b, 'to')
  if (!b.to.length) bad('to is empty')
  if (has(b, 'cc')) addresses(b, 'cc')
  return { from: b.from, to: b.to, cc: b.cc, subject: optText(b, 'subject'), text: optText(b, 'text'), sizeBytes: optInt(b, 'sizeBytes'), at: whenOf(b, 'createdAt') }
}
const outcomeOf = (kind) => (b) => {
  const r = email.outcome(kind, { messageId: text(b, 'messageId'), recipient: optText(b, 'recipient'), bounce: kind === 'bounced' ? oneOf(b, 'bounce', ['hard', 'soft']) : undefined, detail: has(b, 'detail') ? object(b, 'detail') : undefined, at: whenOf(b, 'occurredAt') })
  return happened(r, [...change('EmailMessage', b.messageId), ...r.suppressionIds.map((id) => change('EmailSuppression', id, 'created')[0])])
}
const tokenOf = (b) => W.tokens.get(text(b, 'tokenId')) ?? missing('no such token')

const KINDS = {
  'personal-token': (b, s) => {
    const t = s !== undefined ? tokens.tokenBySecret(s) : W.tokens.get(b.id) ?? missing('no such token')
    if (!t || !tokens.tokenWorks(t)) return false
    t.lastRequest = whenOf(b, 'at') ?? now()
    return true
  },
  'registry-key': (b, s) => {
    let hit = s !== undefined ? registry.keyBySecret(s) : null
    if (s === undefined) {
      for (const o of W.orgs.values()) for (const r of o.registries.values()) if (r.keys.has(b.id)) hit = { r, k: r.keys.get(b.id) }
      if (!hit) missing('no such key')
    }
    if (!hit || (has(b, 'registry') && hit.r.slug !== b.registry)) return false
    return has(b, 'repository') ? registry.keyAllows(hit.k, b.repository, b.for ?? 'pull') : registry.keyLives(hit.k) && ((b.for ?? 'pull') === 'pull' || hit.k.mode === 'readwrite')
  },
  'login-credential': (b, s) => {
    if (s === undefined) missing('the password is needed')
    const l = registry.loginBySecret(b.username, s)
    return !!l && registry.loginAllows(l, b.registry, b.for ?? 'pull')
  },
  'upstream-credential': (b, s) => {
    const all = [...W.orgs.values()].flatMap((o) => [...o.registries.values()]).filter((r) => !has(b, 'registry') || r.slug === b.registry)
    const hits = all.flatMap((r) => [...r.creds.values()]).filter((x) => !has(b, 'id') || x.upstream === b.id)
    if (s === undefined && !hits.length) missing('no such credential')
    return s === undefined || hits.some((x) => x.password === s)
  },
  'send-key': (b, s) => {
    let k = s !== undefined ? email.sendKeyBySecret(s)?.k : null
    if (s === undefined) for (const o of W.orgs.values()) k ??= o.sendKeys.get(b.id) ?? null
    if (s === undefined && !k) missing('no such key')
    return !!k && !k.revoked
  },
  'alert-source': (b, s) => {
    let hit = null
    for (const o of W.orgs.values()) for (const x of o.sources.values()) if (s !== undefined ? x.hash === sha(s) : x.id === b.id) hit = x
    if (!hit && s === undefined) missing('no such source')
    if (hit) hit.lastEventAt = whenOf(b, 'at') ?? now()
    return !!hit
  },
  'registration-token': (b, s) => {
    for (const o of W.orgs.values())
      for (const c of o.clusters.values()) {
        if (has(b, 'cluster') && c.name !== b.cluster) continue
        const t = s !== undefined ? clusters.tokenBySecret(c, s) : c.regTokens.get(b.id)
        if (!t) continue
        return s !== undefined ? t.kind === 'registration-token' && t.works : !t.disabled && (t.expiresAt === null || t.expiresAt > now())
      }
    return s !== undefined ? false : missing('no such token')
  },
  kubeconfig: (b, s) => (s === undefined ? missing('the configuration is needed') : clusters.kubeconfigWorks(s)),
  'export-token': (b, s) => {
    let t = s !== undefined ? uptime.exportBySecret(s)?.t : null
    if (s === undefined) for (const o of W.orgs.values()) t ??= o.exportTokens.get(b.id) ?? null
    if (s === undefined && !t) missing('no such token')
    if (t) t.lastUsedAt = whenOf(b, 'at') ?? now()
    return !!t
  },
}

const EVENTS = {
  'token-disabled': (b) => {
    const t = tokenOf(b)
    if (!t.enabled) refuse(409, 'it is off already')
    t.enabled = false
    return happened({}, change('PersonalToken', t.id))
  },
  'token-enabled': (b) => {
    const t = tokenOf(b)
    if (t.enabled) refuse(409, 'it is on already')
    t.enabled = true
    return happened({}, change('PersonalToken', t.id))
  },
  'role-changes': (b) => {
    const org = orgOf(b)
    const changed = []
    const cr = has(b, 'customRole') ? object(b, 'customRole') : null
    if (cr) {
      text(cr, 'id')
      if (has(cr, 'permissions')) texts(cr, 'permissions')
    }
    const grants = has(b, 'grants') ? (Array.isArray(b.grants) ? b.grants : bad('grants must be a list')).map((g) => ({ role: text(g, 'role'), resourceIds: has(g, 'resourceIds') ? texts(g, 'resourceIds') : [] })) : null
    for (const g of grants ?? []) if (!roleOf(org, g.role) && cr?.id !== g.role) bad(`there is no role ${g.role}`)
    const role = has(b, 'role') ? oneOf(b, 'role', ['owner', 'admin', 'member', 'viewer', 'none']) : undefined
    if (cr) {
      const old = org.customRoles.get(cr.id)
      if (cr.removed === true) org.customRoles.delete(cr.id) || missing('no such role')
      else org.customRoles.set(cr.id, { id: cr.id, name: cr.name ?? old?.name ?? cr.id, description: cr.description ?? old?.description ?? '', kind: 'custom', scopable: cr.scopable ?? old?.scopable ?? true, permissions: cr.permissions ?? old?.permissions ?? [] })
      changed.push(...change('IamRole', cr.id, cr.removed ? 'removed' : old ? 'changed' : 'created'))
    }
    if (has(b, 'userId')) {
      const id = text(b, 'userId')
      if (!W.people.has(id)) addPerson(id, id, `${id.replace(/[^\w.-]/g, '-')}@people.example`)
      const m = org.members.get(id)
      if (role === 'none') org.members.delete(id)
      else if (role !== undefined) org.members.set(id, { role, grants })
      else if (grants) org.members.set(id, { role: m?.role ?? 'member', grants })
      changed.push(...change('User', id))
    }
    return happened({}, changed)
  },
  'billing-email-collides': (b) => {
    const e = text(b, 'email').toLowerCase()
    if (optFlag(b, 'collides', true)) W.collisions.add(e)
    else W.collisions.delete(e)
    return happened()
  },
  'image-pushed': (b) => {
    const r = registryOf(text(b, 'registry'))
    const e = { repository: text(b, 'repository'), tags: has(b, 'tags') ? texts(b, 'tags') : undefined, digest: optText(b, 'digest'), mediaType: optText(b, 'mediaType'), manifestBytes: optInt(b, 'manifestBytes', undefined, 0), layers: undefined, at: whenOf(b, 'pushedAt') }
    if (has(b, 'layers')) e.layers = (Array.isArray(b.layers) ? b.layers : bad('layers must be a list')).map((l) => ({ digest: optText(l, 'digest'), sizeBytes: int(l, 'sizeBytes', 0) }))
    if (has(b, 'secret')) {
      const hit = registry.keyBySecret(b.secret)
      const login = hit ? null : registry.loginBySecret(undefined, b.secret)
      if (hit ? hit.r !== r || !registry.keyAllows(hit.k, e.repository, 'push') : !login || !registry.loginAllows(login, r.slug, 'push')) refuse(409, 'this key may not push here')
    } else if (has(b, 'keyId')) {
      const k = r.keys.get(b.keyId)
      if (!k || !registry.keyAllows(k, e.repository, 'push')) refuse(409, 'this key may not push here')
    }
    return happened(registry.push(r, e), change('Registry', r.slug))
  },
  'blob-shared': (b) => {
    const side = (k) => ({ repository: text(object(b, k), 'repository'), digest: text(b[k], 'digest') })
    return happened(registry.share(registryOf(text(b, 'registry')), text(b, 'blob'), side('from'), side('to')))
  },
  'slug-claimed-elsewhere': (b) => {
    const slug = text(b, 'slug')
    const how = has(b, 'how') ? oneOf(b, 'how', ['claimed', 'reserved', 'free']) : 'claimed'
    if (registry.registryAnywhere(slug)) refuse(409, 'a registry here has this slug')
    if (how === 'free') W.slugs.delete(slug)
    else W.slugs.set(slug, how)
    return happened()
  },
  'payment-method-changes': (b) => {
    orgOf(b).payment = flag(b, 'active')
    return happened()
  },
  'dns-record-published': (b) => happened({ records: email.publish(domainOf(b), filterOf(b), undefined) }),
  'dns-record-removed': (b) => happened({ records: email.publish(domainOf(b), filterOf(b), null) }),
  'dns-record-mismatched': (b) => happened({ records: email.publish(domainOf(b), filterOf(b), text(b, 'value')) }),
  'message-sent': (b) => {
    const e = mailOf(b)
    let key = null
    if (has(b, 'secret')) key = email.sendKeyBySecret(b.secret) ?? refuse(409, 'this key may not send')
    else if (has(b, 'sendKeyId')) {
      for (const org of W.orgs.values()) if (org.sendKeys.has(b.sendKeyId)) key = { org, k: org.sendKeys.get(b.sendKeyId) }
      if (!key) missing('no such key')
    }
    const r = email.submit(e, key)
    return happened(r, change('EmailMessage', r.messageId, 'created'))
  },
  'message-received': (b) => {
    const r = email.receive(mailOf(b))
    return happened(r, change('EmailMessage', r.messageId, 'created'))
  },
  'message-delivered': outcomeOf('delivered'),
  'message-bounced': outcomeOf('bounced'),
  'message-complained': outcomeOf('complained'),
  'webhook-endpoint-answers': (b) => {
    const id = text(b, 'endpointId')
    const w = [...W.orgs.values()].map((o) => o.webhooks.get(id)).find(Boolean) ?? missing('no such endpoint')
    if (!Array.isArray(b.answers)) bad('answers must be a list')
    w.script = b.answers.length ? { answers: b.answers.map((a) => ({ ...object({ a }, 'a') })), afterwards: b.afterwards ?? 'repeat-last' } : null
    return happened()
  },
  'sending-unpaused': (b) => {
    const org = orgOf(b)
    if (!org.paused) refuse(409, 'sending is not paused')
    org.paused = null
    org.pauseFrom = W.seq
    return happened()
  },
  'domain-claimed-elsewhere': (b) => {
    const name = text(b, 'domain').toLowerCase()
    const claimed = optFlag(b, 'claimed', true)
    if (claimed && email.domainAnywhere(name)) refuse(409, 'an organization here has it')
    if (claimed) W.domainsElsewhere.add(name)
    else W.domainsElsewhere.delete(name)
    return happened()
  },
  'alert-fires': (b) => {
    const alert = text(b, 'alert')
    const { org, service } = serviceOf(b)
    const r = oncall.fire(org, service, alert, optText(b, 'title'))
    return happened(r, change('OncallIncident', r.incidentId, r.opened ? 'created' : 'changed'))
  },
  'alert-resolves': (b) => {
    const alert = text(b, 'alert')
    const { org, service } = serviceOf(b)
    const r = oncall.calm(org, service, alert) ?? missing('this alert does not fire')
    return happened(r, change('OncallIncident', r.incidentId))
  },
  'provider-behaves': (b) => {
    const does = oneOf(b, 'behaviour', ['accepts', 'rejects', 'unreachable'])
    const only = has(b, 'only') ? [oneOf(b, 'only', ['verification', 'pages'])] : ['verification', 'pages']
    const org = orgOf(b)
    for (const k of only) org.providerDoes[k] = does
    return happened()
  },
  'status-page-viewed': (b) => {
    const org = orgOf(b)
    const ids = has(b, 'serviceIds') ? texts(b, 'serviceIds') : [...org.services.keys()]
    for (const id of ids) if (!org.services.has(id)) missing('no such service')
    return happened({ incidents: oncall.statusPage(org, ids) })
  },
  'node-joins': (b) => {
    const r = clusters.join(clusterOf(b), text(b, 'node'), optText(b, 'token'), optText(b, 'agentVersion'), optFlag(b, 'ready', true))
    return happened({ node: r.n.name, with: r.kind }, change('Node', r.n.name, 'created'))
  },
  'agent-upgraded': (b) => {
    const n = clusterOf(b).nodes.get(text(b, 'node')) ?? missing('no such node')
    n.agentVersion = text(b, 'agentVersion')
    return happened({}, change('Node', n.name))
  },
  'node-lost': (b) => {
    const c = clusterOf(b)
    const how = has(b, 'how') ? oneOf(b, 'how', ['not-ready', 'vanished', 'back']) : 'not-ready'
    const n = c.nodes.get(text(b, 'node')) ?? missing('no such node')
    if (how === 'vanished') c.nodes.delete(n.name)
    else n.ready = how === 'back'
    return happened({}, change('Node', n.name))
  },
  'headroom-changes': (b) => {
    const c = clusterOf(b)
    if (typeof b.usedPercent !== 'number') bad('usedPercent must be a number')
    c.used.set(text(b, 'component'), b.usedPercent)
    return happened({}, change('Cluster', c.name))
  },
  'service-exposed': (b) => {
    const r = clusters.expose(clusterOf(b), text(b, 'service'), optText(b, 'ip'))
    return happened({ service: r.service, ip: r.ip }, change('Cluster', b.cluster))
  },
  'service-withdrawn': (b) => {
    const c = clusterOf(b)
    const n = c.balancers.findIndex((x) => x.service === text(b, 'service'))
    if (n < 0) missing('no such service')
    c.balancers.splice(n, 1)
    return happened({}, change('Cluster', c.name))
  },
  'cluster-changes-concurrently': (b) => {
    const c = clusterOf(b)
    const lasts = has(b, 'lasts') ? oneOf(b, 'lasts', ['one-request', 'roll']) : 'roll'
    const what = has(b, 'change') ? object(b, 'change') : {}
    const mark = (c.foreign = { once: lasts === 'one-request' })
    const next = {}
    for (const k of ['orchestratorVersion', 'tier', 'replicas']) if (has(what, k)) next[k] = what[k]
    if (mark.once) Object.assign(c, next)
    else
      later(now() + 3000, 'rolled', 'Cluster', c.name, () => {
        Object.assign(c, next)
        if (c.foreign === mark) c.foreign = null
      })
    return happened({}, change('Cluster', c.name))
  },
  'probe-result': (b) => {
    const hit = uptime.monitorAnywhere(text(b, 'monitorId'))
    if (!hit || hit.m.deleted) missing('no such monitor')
    const outcome = oneOf(b, 'outcome', ['ok', 'fail', 'error'])
    if (!hit.m.enabled) refuse(409, 'the monitor is off')
    if (has(b, 'vantage') && !hit.m.vantages.includes(b.vantage)) missing('the monitor has no such vantage')
    const r = uptime.probe(hit.m, { vantage: optText(b, 'vantage'), outcome, times: optInt(b, 'times', 1, 1), latencyMs: b.latencyMs, errorKind: optText(b, 'errorKind'), errorDetail: optText(b, 'errorDetail'), responseSnippet: optText(b, 'responseSnippet'), at: whenOf(b, 'at') })
    return happened(r, change('UptimeMonitor', hit.m.id))
  },
  'metrics-availability': (b) => {
    const down = !flag(b, 'available')
    if (has(b, 'monitorId')) (uptime.monitorAnywhere(b.monitorId) ?? missing('no such monitor')).m.metricsDown = down
    else {
      const org = orgOf(b)
      org.metricsDown = down
      if (!down) for (const m of org.monitors.values()) m.metricsDown = false
    }
    return happened()
  },
  'credential-used': (b) => {
    const use = KINDS[oneOf(b, 'kind', Object.keys(KINDS))]
    const accepted = use(b, optText(b, 'secret'))
    return happened({ accepted })
  },
  'entitlement-changes': (b) => {
    const org = orgOf(b)
    org.entitled[oneOf(b, 'area', ['email', 'uptime'])] = flag(b, 'enabled')
    return happened()
  },
  'quota-changes': (b) => {
    const org = orgOf(b)
    const value = int(b, 'value', 0)
    const what = oneOf(b, 'quota', ['clusters', 'monitors', 'daily-email', 'registry-storage-bytes', 'load-balancer-services'])
    if (what === 'clusters') org.quotas.clusters = value
    else if (what === 'monitors') org.quotas.monitors = value
    else if (what === 'daily-email') org.quotas.dailyEmail = value
    else if (what === 'registry-storage-bytes') registryOf(text(b, 'registry')).quota = value
    else clusterOf(b).lbMax = value
    return happened()
  },
  'backend-behaves': (b) => {
    W.down[oneOf(b, 'backend', ['email', 'uptime', 'dns'])] = !flag(b, 'reachable')
    return happened()
  },
}

// ---------------------------------------------------------------- clock
const clockShape = () => ({ mode: W.clock.mode, now: iso(now()), progress: { mode: 'delay' }, due: dueList().slice(0, 100).map((t) => ({ at: iso(t.at), timer: t.name, entity: t.entity, id: String(t.id) })) })
function duration(text) {
  const m = /^P(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text)
  if (!m || text.endsWith('P') || text.endsWith('T')) bad('by must be an ISO 8601 duration')
  const n = m.slice(1).map((x) => Number(x ?? 0))
  return Math.round((n[0] * 365 * 86400 + n[1] * 30 * 86400 + n[2] * 7 * 86400 + n[3] * 86400 + n[4] * 3600 + n[5] * 60 + n[6]) * 1000)
}
function moveTo(target) {
  const fired = runDue(target)
  const c = W.clock
  if (c.mode === 'frozen') c.frozenAt = target
  else {
    c.mode = 'set'
    c.offset = target - Date.now()
  }
  return fired
}
function advance(b) {
  let target
  if (has(b, 'by')) target = now() + duration(text(b, 'by'))
  else if (has(b, 'to')) target = whenOf(b, 'to')
  else if (b.nextDue === true) {
    const next = dueList().find((t) => !has(b, 'timer') || t.name === b.timer)
    if (!next && has(b, 'timer')) refuse(409, 'no such timer is pending')
    target = next ? Math.max(next.at, now()) : now()
  } else bad('one of by, to and nextDue is needed')
  if (target < now() - 1) refuse(409, 'this is in the past')
  const fired = moveTo(Math.max(target, now()))
  return ok({ clock: clockShape(), fired })
}
function setClock(b) {
  const mode = oneOf(b, 'mode', ['real', 'frozen', 'set'])
  const at = whenOf(b, 'now')
  if (mode === 'set' && at === undefined) bad('now is needed')
  const target = mode === 'real' ? Date.now() : at ?? now()
  const fired = target > now() ? runDue(target) : []
  Object.assign(W.clock, { mode, offset: mode === 'set' ? target - Date.now() : 0, frozenAt: target })
  return ok({ clock: clockShape(), fired })
}

const latest = (list, q) => (q.has('limit') ? list.slice(-Number(q.get('limit'))) : list)
export function control(method, path, q, b) {
  const event = /^\/_understudy\/events\/([a-z-]+)$/.exec(path)
  if (event && method === 'POST') return Object.hasOwn(EVENTS, event[1]) ? EVENTS[event[1]](b) : refuse(501, 'this event is not on offer')
  switch (`${method} ${path}`) {
    case 'GET /_understudy/clock': return ok(clockShape())
    case 'PUT /_understudy/clock': return setClock(b)
    case 'POST /_understudy/clock/advance': return advance(b)
    case 'POST /_understudy/reset':
      freshWorld()
      return ok({ name: 'default', from: { seed: 'lumen' }, createdAt: iso(Date.now()), entries: 0, clock: clockShape() })
    case 'GET /_understudy/pages': return ok({ pages: latest(W.pages.filter((p) => (!q.has('incidentId') || p.incidentId === q.get('incidentId')) && (!q.has('userId') || p.userId === q.get('userId'))), q) })
    case 'GET /_understudy/webhook-deliveries': return ok({ attempts: latest(W.attempts.filter((a) => (!q.has('endpointId') || a.endpointId === q.get('endpointId')) && (!q.has('deliveryId') || String(a.deliveryId) === q.get('deliveryId'))), q) })
    case 'GET /_understudy/health': return ok({ status: 'ok', version: '1', sandboxes: 1 })
    case 'GET /_understudy/identities': return ok({
      actors: [...W.people.values()].map((p) => {
        const orgs = [...W.orgs.values()].filter((o) => o.members.has(p.id))
        return { name: p.name, userId: p.id, label: p.label, email: p.email, memberships: orgs.map((o) => ({ organization: o.slug, role: o.members.get(p.id).role })), credentials: orgs.map((o) => ({ kind: 'session', value: Buffer.from(`${o.slug}/${p.name}:${p.password}`).toString('base64'), organization: o.slug })) }
      }),
    })
  }
  return refuse(501, 'this is not on offer')
}
