// Email: domains and DNS, keys, routes, the message log, suppressions, webhooks and their deliveries.
import http from 'node:http'
import https from 'node:https'
import { createHmac } from 'node:crypto'
import { W, now, later, iso, stamp, readTime, nextSeq, newId, newSecret, sha, byId, has, text, optFlag, oneOf, texts, uri, isAddress, bad, missing, refuse, ok, made, gone, may, mayAny, DAY } from './base.mjs'

export const EVENT_TYPES = ['sent', 'delivered', 'bounced', 'complained', 'received']
const BOUNCE_PCT = 5
const COMPLAINT_PCT = 1
const LEAST_MESSAGES = 20

const need = (c, perm, id) => may(c.ctx, perm, id) || refuse(403, 'you lack the email permission for this')
const needAny = (c, perm) => mayAny(c.ctx, perm) || refuse(403, 'you lack the email permission for this')

// ---------------------------------------------------------------- domains and DNS
export function newDomain(org, name, id = newId()) {
  const d = { id, org: org.slug, name, sendState: 'pending', receiveState: 'none', token: sha(`dns ${id}`).slice(0, 32), createdAt: now() }
  org.domains.set(id, d)
  return d
}
export function domainAnywhere(nameOrId) {
  const low = String(nameOrId).toLowerCase()
  for (const o of W.orgs.values()) for (const d of o.domains.values()) if (d.id === nameOrId || d.name.toLowerCase() === low) return d
  return null
}
export function recordsOf(d) {
  const out = [{ capability: 'send', type: 'TXT', name: d.name, value: `send=${d.token}` }]
  if (d.receiveState !== 'none') out.push({ capability: 'receive', type: 'MX', name: d.name, value: '10 in.post.example' })
  return out
}
const recordKey = (r) => `${r.type} ${r.name.toLowerCase()}`
const zone = (d) => {
  const k = d.name.toLowerCase()
  if (!W.dns.has(k)) W.dns.set(k, new Map())
  return W.dns.get(k)
}
// Changes what the outside world has published. value: a text, null for none, undefined for what is expected.
export function publish(d, filter, value) {
  const hits = recordsOf(d).filter((r) => (!filter.capability || r.capability === filter.capability) && (!filter.type || r.type.toLowerCase() === filter.type.toLowerCase()) && (!filter.name || r.name.toLowerCase() === filter.name.toLowerCase()))
  for (const r of hits) {
    if (value === null) zone(d).delete(recordKey(r))
    else zone(d).set(recordKey(r), value === undefined ? r.value : value)
  }
  return hits.length
}
const observe = (d, r) => {
  const found = zone(d).get(recordKey(r))
  const base = { type: r.type, name: r.name }
  if (W.down.dns) return { ...base, outcome: 'error' }
  if (found === undefined) return { ...base, outcome: 'missing' }
  return found === r.value ? { ...base, outcome: 'found' } : { ...base, outcome: 'mismatch', observed: found }
}
function verifyPass(d) {
  if (W.down.dns || W.orgs.get(d.org)?.domains.get(d.id) !== d) return
  const fine = (cap) => recordsOf(d).filter((r) => r.capability === cap).every((r) => observe(d, r).outcome === 'found')
  d.sendState = fine('send') ? 'verified' : 'failed'
  if (d.receiveState !== 'none') d.receiveState = fine('receive') ? 'verified' : 'failed'
}
const domainShape = (d) => ({ id: d.id, name: d.name, sendState: d.sendState, receiveState: d.receiveState, createdAt: stamp(d.createdAt), dnsRecords: recordsOf(d) })
function domainAt(c, tier = 'read') {
  needAny(c, `email.domain.${tier}`)
  const d = c.ctx.org.domains.get(c.p.id)
  if (!d || !may(c.ctx, 'email.domain.read', d.id)) missing('no such domain')
  need(c, `email.domain.${tier}`, d.id)
  return d
}

// ---------------------------------------------------------------- sending and receiving
const oneLine = (s) => String(s).replace(/[\r\n]+/g, ' ')
function rawOf(m, body, size) {
  const head = [`From: ${m.from}`, `To: ${m.to.join(', ')}`, ...(m.cc?.length ? [`Cc: ${m.cc.join(', ')}`] : []), `Subject: ${oneLine(m.subject ?? '')}`, `Date: ${new Date(m.createdAt).toUTCString().replace('GMT', '+0000')}`, `Message-ID: <${m.id}@post.example>`, 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit']
  let raw = `${head.join('\r\n')}\r\n\r\n${(body ?? '').replace(/\r?\n/g, '\r\n')}\r\n`
  const short = (size ?? 0) - Buffer.byteLength(raw)
  if (short > 0) {
    const full = `${'x'.repeat(70)}\r\n`
    raw += full.repeat(Math.floor(short / 72)) + 'x'.repeat(short % 72)
  }
  return raw
}
function newMessage(org, e, direction, domain) {
  const m = { id: newId(), seq: nextSeq(), direction, domainId: domain.id, from: e.from, to: [...e.to], cc: e.cc ? [...e.cc] : null, subject: e.subject, createdAt: e.at ?? now(), events: [] }
  m.stateAt = m.createdAt
  m.raw = rawOf(m, e.text, e.sizeBytes)
  org.messages.push(m)
  return m
}
export function keyFits(k, domain) {
  return !k.revoked && (k.domainIds.length === 0 || k.domainIds.includes(domain.id))
}
export function sendKeyBySecret(secret) {
  const hash = sha(secret)
  for (const o of W.orgs.values()) for (const k of o.sendKeys.values()) if (k.hash === hash) return { org: o, k }
  return null
}
const dayOf = (ms) => Math.floor(ms / DAY)
export const isSuppressed = (org, address) => [...org.suppressions.values()].some((s) => s.address.toLowerCase() === address.toLowerCase())
export function submit(e, key = null) {
  const host = e.from.slice(e.from.lastIndexOf('@') + 1)
  const domain = domainAnywhere(host) ?? refuse(409, 'no such sending domain')
  const org = W.orgs.get(domain.org)
  if (key && (key.org !== org || !keyFits(key.k, domain))) refuse(409, 'this key may not send for this domain')
  if (!org.entitled.email) refuse(409, 'email is not enabled')
  if (domain.sendState !== 'verified') refuse(409, 'the domain is not verified for sending')
  if (org.paused) refuse(409, 'sending is paused')
  const at = e.at ?? now()
  if (org.messages.filter((m) => m.direction === 'send' && dayOf(m.createdAt) === dayOf(at)).length >= org.quotas.dailyEmail) refuse(409, 'the daily quota is used up')
  const everybody = [...new Set([...e.to, ...(e.cc ?? [])])]
  const suppressed = everybody.filter((a) => isSuppressed(org, a))
  const reached = everybody.filter((a) => !suppressed.includes(a))
  if (!reached.length) refuse(409, 'every recipient is suppressed')
  const m = newMessage(org, e, 'send', domain)
  m.reached = reached
  m.state = 'out'
  m.events.push({ kind: 'sent', occurredAt: m.createdAt })
  announce(org, 'sent', m, {})
  return { messageId: m.id, suppressed }
}
const fitsPattern = (pattern, local) => (pattern.endsWith('*') ? local.startsWith(pattern.slice(0, -1)) : local === pattern)
export function receive(e) {
  const hits = []
  for (const a of [...e.to, ...(e.cc ?? [])]) {
    const i = a.lastIndexOf('@')
    const d = domainAnywhere(a.slice(i + 1))
    if (d && d.receiveState !== 'none' && W.orgs.get(d.org).entitled.email) hits.push({ d, local: a.slice(0, i), a })
  }
  if (!hits.length) refuse(409, 'no domain of these recipients receives mail')
  const org = W.orgs.get(hits[0].d.org)
  const m = newMessage(org, e, 'receive', hits[0].d)
  m.reached = hits.map((h) => h.a)
  m.state = 'in'
  const routes = [...org.routes.values()].filter((r) => hits.some((h) => h.d.id === r.domainId && fitsPattern(r.pattern, h.local)))
  const deliveryIds = []
  for (const id of new Set(routes.map((r) => r.endpointId))) {
    const w = org.webhooks.get(id)
    if (w && !w.disabled && w.eventTypes.includes('received')) deliveryIds.push(enqueue(org, w, 'received', m.id, payload('received', m, m.createdAt, {})))
  }
  return { messageId: m.id, routeIds: routes.map((r) => r.id), deliveryIds }
}
export function messageAnywhere(id) {
  for (const org of W.orgs.values()) {
    const m = org.messages.find((x) => x.id === id)
    if (m) return { org, m }
  }
  return missing('no such message')
}
const WORD = { delivered: 'arrived', bounced: 'returned', complained: 'objected' }
export function outcome(kind, e) {
  const { org, m } = messageAnywhere(e.messageId)
  if (m.direction !== 'send') refuse(409, 'this message was not sent')
  const who = e.recipient === undefined ? m.reached : m.reached.filter((a) => a.toLowerCase() === e.recipient.toLowerCase())
  if (!who.length) refuse(404, 'it did not go to this recipient')
  const at = e.at ?? now()
  const hard = e.bounce === 'hard'
  const deliveryIds = []
  const suppressionIds = []
  for (const recipient of who) {
    const extra = { recipient, ...(kind === 'bounced' ? { bounceType: hard ? 'permanent' : 'transient' } : {}), ...(e.detail ? { detail: e.detail } : {}) }
    m.events.push({ kind, ...extra, occurredAt: at })
    deliveryIds.push(...announce(org, kind, m, extra, at))
    if ((kind === 'bounced' && hard) || kind === 'complained') {
      m.seen ??= { bounced: new Set(), complained: new Set() }
      m.seen[kind].add(recipient.toLowerCase())
      if (!isSuppressed(org, recipient)) {
        const s = { id: newId(), address: recipient, reason: kind === 'bounced' ? 'bounce' : 'complaint', createdAt: at }
        org.suppressions.set(s.id, s)
        suppressionIds.push(s.id)
      }
    }
  }
  if (kind !== 'bounced' || hard) {
    m.state = WORD[kind]
    m.stateAt = Math.max(m.stateAt, at)
  }
  weigh(org)
  return { deliveryIds, suppressionIds, paused: !!org.paused }
}
// Passing a threshold pauses, once there are enough recipients to count.
function weigh(org) {
  if (org.paused) return
  const counted = org.messages.filter((m) => m.direction === 'send' && m.seq > org.pauseFrom && m.createdAt > now() - DAY)
  const sent = counted.reduce((n, m) => n + m.reached.length, 0)
  if (sent < LEAST_MESSAGES) return
  const share = (k) => (100 * counted.reduce((n, m) => n + (m.seen?.[k].size ?? 0), 0)) / sent
  const reason = share('bounced') > BOUNCE_PCT ? 'bounces' : share('complained') > COMPLAINT_PCT ? 'complaints' : null
  if (reason) org.paused = { at: now(), reason }
}

// ---------------------------------------------------------------- webhooks
const payload = (type, m, at, extra) => JSON.stringify({ event: type, at: iso(at), message: m.id, from: m.from, to: m.to, ...extra })
function announce(org, type, m, extra, at = m.createdAt) {
  const ids = []
  for (const w of org.webhooks.values()) if (!w.disabled && w.eventTypes.includes(type)) ids.push(enqueue(org, w, type, m.id, payload(type, m, at, extra)))
  return ids
}
function enqueue(org, w, eventType, messageId, body) {
  const d = { id: ++W.deliverySeq, endpointId: w.id, eventType, messageId, body, state: 'pending', attempts: 0, createdAt: now() }
  org.deliveries.push(d)
  later(now(), 'delivery', 'EmailDelivery', d.id, () => attempt(org, d))
  return d.id
}
function attempt(org, d) {
  const w = org.webhooks.get(d.endpointId)
  if (!w || w.disabled) {
    d.state = 'failed'
    d.lastError = w ? 'the endpoint is disabled' : 'the endpoint is deleted'
    return
  }
  d.state = 'delivering'
  d.attempts = 1
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(d.body)), 'x-signature': createHmac('sha256', w.secret).update(d.body).digest('hex') }
  const log = { deliveryId: d.id, endpointId: w.id, attempt: 1, at: iso(now()), url: w.url, headers, body: d.body, scripted: false }
  W.attempts.push(log)
  let over = false
  const finish = (status, error) => {
    if (over) return
    over = true
    if (status !== undefined) log.status = d.lastStatus = status
    if (error !== undefined) log.error = error
    if (status >= 200 && status < 300) {
      d.state = 'delivered'
      d.deliveredAt = now()
    } else {
      d.state = 'failed'
      d.lastError = error ?? `the endpoint answered ${status}`
    }
  }
  if (w.script) {
    const a = w.script.answers.length > 1 || w.script.afterwards === 'send' ? w.script.answers.shift() : w.script.answers[0]
    if (!w.script.answers.length) w.script = null
    log.scripted = true
    later(now() + (a.afterMs ?? 0), 'answer', 'EmailDelivery', d.id, () => finish(a.status, a.status === undefined ? a.failure ?? 'timeout' : undefined))
    return
  }
  try {
    const url = new URL(w.url)
    const lib = { 'http:': http, 'https:': https }[url.protocol]
    if (!lib) return finish(undefined, 'this kind of URL cannot be called')
    const req = lib.request(url, { method: 'POST', headers, agent: false, timeout: 10000 }, (res) => {
      res.resume()
      res.on('error', () => {})
      finish(res.statusCode)
    })
    req.on('timeout', () => req.destroy(new Error('no answer in time')))
    req.on('error', (err) => finish(undefined, err.message || 'no connection'))
    req.end(d.body)
  } catch (err) {
    finish(undefined, err.message)
  }
}
const deliveryShape = (d) => ({ id: d.id, endpointId: d.endpointId, eventType: d.eventType, state: d.state, attempts: d.attempts, ...(d.lastStatus === undefined ? {} : { lastStatus: d.lastStatus }), ...(d.lastError === undefined ? {} : { lastError: d.lastError }), ...(d.deliveredAt === undefined ? {} : { deliveredAt: stamp(d.deliveredAt) }), createdAt: stamp(d.createdAt) })
const webhookShape = (w) => ({ id: w.id, url: w.url, eventTypes: w.eventTypes, disabled: w.disabled, createdAt: stamp(w.createdAt) })
const readTypes = (b) => {
  const list = texts(b, 'eventTypes')
  if (list.some((t) => !EVENT_TYPES.includes(t))) bad(`eventTypes has values of ${EVENT_TYPES.join(', ')}`)
  return list
}
const webhookAt = (c, tier) => {
  need(c, `email.domain.${tier}`)
  return c.ctx.org.webhooks.get(c.p.id) ?? missing('no such endpoint')
}
const keyShape = (k) => ({ id: k.id, name: k.name, keyId: k.id, domainIds: k.domainIds, createdAt: stamp(k.createdAt) })
const routeShape = (r) => ({ id: r.id, domainId: r.domainId, pattern: r.pattern, endpointId: r.endpointId, createdAt: stamp(r.createdAt) })
const suppressionShape = (s) => ({ id: s.id, address: s.address, reason: s.reason, createdAt: stamp(s.createdAt) })
const messageShape = (m) => ({ id: m.id, direction: m.direction, state: m.state, from: m.from, to: m.to, sizeBytes: Buffer.byteLength(m.raw), domainId: m.domainId, createdAt: stamp(m.createdAt), stateAt: stamp(m.stateAt) })
const messageAt = (c) => {
  needAny(c, 'email.domain.read')
  const m = c.ctx.org.messages.find((x) => x.id === c.p.id)
  if (!m || !may(c.ctx, 'email.domain.read', m.domainId)) missing('no such message')
  return m
}
const routeSeen = (c, r) => may(c.ctx, 'email.domain.read', r.domainId)

export const doors = {
  'POST /api/v1/email/submit': (c) => {
    const secret = /^Bearer (\S+)$/.exec(c.req.headers.authorization ?? '')?.[1]
    const key = secret ? sendKeyBySecret(secret) : null
    if (!key || key.k.revoked) refuse(401, 'no valid send key')
    const b = c.b
    if (!isAddress(b.from)) bad('from must be an email address')
    for (const k of ['to', 'cc']) if (has(b, k) || k === 'to') if (texts(b, k).some((a) => !isAddress(a))) bad(`${k} must be a list of email addresses`)
    if (!b.to.length) bad('to is empty')
    for (const k of ['subject', 'text']) if (has(b, k)) text(b, k)
    try {
      return { status: 202, body: { id: submit(b, key).messageId } }
    } catch (err) {
      if (err.status === 409) err.status = 400
      throw err
    }
  },
}

export const routes = {
  'GET /api/v1/email/keys': (c) => {
    needAny(c, 'email.key.read')
    return ok({ sendKeys: byId([...c.ctx.org.sendKeys.values()].filter((k) => !k.revoked)).map(keyShape) })
  },
  'POST /api/v1/email/keys': (c) => {
    needAny(c, 'email.key.admin')
    const name = text(c.b, 'name')
    let domainIds = []
    if (has(c.b, 'domainIds')) {
      domainIds = texts(c.b, 'domainIds')
      if (!domainIds.length) bad('domainIds is empty; leave it out for a key of the whole organization')
      for (const id of domainIds) {
        if (!c.ctx.org.domains.has(id)) missing('no such domain')
        need(c, 'email.key.admin', id)
      }
    } else need(c, 'email.key.admin')
    const secret = newSecret()
    const k = { id: newId(), name, domainIds, hash: sha(secret), revoked: false, createdAt: now() }
    c.ctx.org.sendKeys.set(k.id, k)
    return made({ sendKey: keyShape(k), secret })
  },
  'DELETE /api/v1/email/keys/{id}': (c) => {
    need(c, 'email.key.write')
    const k = c.ctx.org.sendKeys.get(c.p.id)
    if (!k || k.revoked) missing('no such key')
    k.revoked = true
    return gone()
  },
  'GET /api/v1/email/routes': (c) => {
    needAny(c, 'email.domain.read')
    return ok({ routes: byId([...c.ctx.org.routes.values()].filter((r) => routeSeen(c, r))).map(routeShape) })
  },
  'POST /api/v1/email/routes': (c) => {
    needAny(c, 'email.domain.write')
    const domainId = text(c.b, 'domainId')
    const pattern = text(c.b, 'pattern')
    const endpointId = text(c.b, 'endpointId')
    if (!/^([^\s@*]+\*?|\*)$/.test(pattern)) bad('pattern must be a local part, a prefix with a star at its end, or a star')
    const d = c.ctx.org.domains.get(domainId)
    if (!d || !may(c.ctx, 'email.domain.read', d.id)) missing('no such domain')
    need(c, 'email.domain.write', d.id)
    if (!c.ctx.org.webhooks.has(endpointId)) missing('no such endpoint')
    if (d.receiveState === 'none') refuse(409, 'receiving is not armed on this domain')
    if ([...c.ctx.org.routes.values()].some((r) => r.domainId === d.id && r.pattern === pattern)) refuse(409, 'this pattern exists on the domain')
    const r = { id: newId(), domainId, pattern, endpointId, createdAt: now() }
    c.ctx.org.routes.set(r.id, r)
    return made(routeShape(r))
  },
  'DELETE /api/v1/email/routes/{id}': (c) => {
    needAny(c, 'email.domain.write')
    const r = c.ctx.org.routes.get(c.p.id)
    if (!r || !routeSeen(c, r)) missing('no such route')
    need(c, 'email.domain.write', r.domainId)
    c.ctx.org.routes.delete(r.id)
    return gone()
  },
  'GET /api/v1/email/domains': (c) => {
    needAny(c, 'email.domain.read')
    return ok({ domains: byId([...c.ctx.org.domains.values()].filter((d) => may(c.ctx, 'email.domain.read', d.id))).map(domainShape) })
  },
  'POST /api/v1/email/domains': (c) => {
    need(c, 'email.domain.write')
    const name = text(c.b, 'name')
    if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(name)) bad('name is not a domain name')
    if (domainAnywhere(name)?.name.toLowerCase() === name.toLowerCase() || W.domainsElsewhere.has(name.toLowerCase())) refuse(409, 'this name has a live claim')
    return made(domainShape(newDomain(c.ctx.org, name)))
  },
  'GET /api/v1/email/domains/{id}': (c) => ok(domainShape(domainAt(c))),
  'DELETE /api/v1/email/domains/{id}': (c) => {
    c.ctx.org.domains.delete(domainAt(c, 'write').id)
    return gone()
  },
  'GET /api/v1/email/domains/{id}/dns': (c) => {
    const d = domainAt(c)
    return ok({ records: recordsOf(d).map((r) => observe(d, r)) })
  },
  'POST /api/v1/email/domains/{id}/check': (c) => {
    const d = domainAt(c, 'write')
    later(now() + 1000, 'verification', 'EmailDomain', d.id, () => verifyPass(d))
    return { status: 202, body: { status: '' } }
  },
  'POST /api/v1/email/domains/{id}/receive': (c) => {
    const d = domainAt(c, 'write')
    if (d.receiveState === 'none') d.receiveState = 'pending'
    return ok(domainShape(d))
  },
  'GET /api/v1/email/messages': (c) => {
    needAny(c, 'email.domain.read')
    const q = (k) => (c.q.has(k) ? c.q.get(k) : undefined)
    if (q('direction') !== undefined) oneOf({ direction: q('direction') }, 'direction', ['send', 'receive'])
    const since = q('since') === undefined ? -Infinity : readTime(q('since'))
    if (Number.isNaN(since)) bad('since is not a time')
    let after = null
    if (q('cursor') !== undefined) {
      const m = /^(\d+)\.(\d+)$/.exec(Buffer.from(q('cursor'), 'base64url').toString('latin1'))
      if (!m) bad('cursor is not one of ours')
      after = { createdAt: Number(m[1]), seq: Number(m[2]) }
    }
    const order = (a, b) => b.createdAt - a.createdAt || b.seq - a.seq
    const list = c.ctx.org.messages
      .filter((m) => m.createdAt >= now() - 90 * DAY && m.createdAt >= since && may(c.ctx, 'email.domain.read', m.domainId))
      .filter((m) => (q('direction') ?? m.direction) === m.direction && (q('state') ?? m.state) === m.state && (q('domainId') ?? m.domainId) === m.domainId)
      .filter((m) => q('to') === undefined || m.to.some((a) => a.toLowerCase() === q('to').toLowerCase()))
      .filter((m) => after === null || order(after, m) < 0)
      .sort(order)
    const page = list.slice(0, 100)
    const last = page[page.length - 1]
    return ok({ messages: page.map(messageShape), ...(list.length > page.length ? { cursor: Buffer.from(`${last.createdAt}.${last.seq}`).toString('base64url') } : {}) })
  },
  'GET /api/v1/email/messages/{id}': (c) => {
    const m = messageAt(c)
    return ok({ message: messageShape(m), events: m.events.map((e) => ({ ...e, occurredAt: stamp(e.occurredAt) })) })
  },
  'GET /api/v1/email/messages/{id}/content': (c) => {
    const m = messageAt(c)
    if (m.createdAt < now() - 30 * DAY) missing('the content is past its retention window')
    return { status: 200, raw: m.raw, type: 'message/rfc822' }
  },
  'GET /api/v1/email/settings': (c) => {
    needAny(c, 'email.domain.read')
    const o = c.ctx.org
    return ok({ dailyQuota: o.quotas.dailyEmail, paused: !!o.paused, ...(o.paused ? { pausedAt: stamp(o.paused.at), pauseReason: o.paused.reason } : {}), bouncePausePct: BOUNCE_PCT, complaintPausePct: COMPLAINT_PCT })
  },
  'GET /api/v1/email/suppressions': (c) => {
    needAny(c, 'email.domain.read')
    return ok({ suppressions: byId(c.ctx.org.suppressions.values()).map(suppressionShape) })
  },
  'POST /api/v1/email/suppressions': (c) => {
    need(c, 'email.domain.write')
    const address = text(c.b, 'address')
    if (!isAddress(address)) bad('address is not an email address')
    for (const s of [...c.ctx.org.suppressions.values()]) if (s.address.toLowerCase() === address.toLowerCase()) c.ctx.org.suppressions.delete(s.id)
    const s = { id: newId(), address, reason: 'manual', createdAt: now() }
    c.ctx.org.suppressions.set(s.id, s)
    return made(suppressionShape(s))
  },
  'DELETE /api/v1/email/suppressions/{id}': (c) => {
    need(c, 'email.domain.write')
    return c.ctx.org.suppressions.delete(c.p.id) ? gone() : missing('no such suppression')
  },
  'GET /api/v1/email/webhooks': (c) => {
    needAny(c, 'email.domain.read')
    return ok({ webhooks: byId(c.ctx.org.webhooks.values()).map(webhookShape) })
  },
  'POST /api/v1/email/webhooks': (c) => {
    need(c, 'email.domain.write')
    const w = { id: newId(), url: uri(c.b, 'url'), eventTypes: readTypes(c.b), disabled: false, secret: newSecret(), createdAt: now(), script: null }
    c.ctx.org.webhooks.set(w.id, w)
    return made({ webhook: webhookShape(w), signingSecret: w.secret })
  },
  'PATCH /api/v1/email/webhooks/{id}': (c) => {
    const w = webhookAt(c, 'write')
    const next = { url: has(c.b, 'url') ? uri(c.b, 'url') : w.url, eventTypes: has(c.b, 'eventTypes') ? readTypes(c.b) : w.eventTypes, disabled: optFlag(c.b, 'disabled', w.disabled) }
    return ok(webhookShape(Object.assign(w, next)))
  },
  'DELETE /api/v1/email/webhooks/{id}': (c) => {
    const w = webhookAt(c, 'write')
    if ([...c.ctx.org.routes.values()].some((r) => r.endpointId === w.id)) refuse(409, 'an inbound route targets this endpoint')
    c.ctx.org.webhooks.delete(w.id)
    return gone()
  },
  'POST /api/v1/email/webhooks/{id}/rotate-secret': (c) => {
    const w = webhookAt(c, 'write')
    w.secret = newSecret()
    return ok({ signingSecret: w.secret })
  },
  'GET /api/v1/email/webhook-deliveries': (c) => {
    needAny(c, 'email.domain.read')
    const seen = (d) => {
      const m = c.ctx.org.messages.find((x) => x.id === d.messageId)
      return !m || may(c.ctx, 'email.domain.read', m.domainId)
    }
    const list = c.ctx.org.deliveries.filter((d) => (!c.q.has('messageId') || d.messageId === c.q.get('messageId')) && (!c.q.has('endpointId') || d.endpointId === c.q.get('endpointId')) && seen(d))
    return ok({ deliveries: list.reverse().map(deliveryShape) })
  },
  'POST /api/v1/email/webhook-deliveries/{id}/redeliver': (c) => {
    need(c, 'email.domain.write')
    const d = /^\d+$/.test(c.p.id) ? c.ctx.org.deliveries.find((x) => x.id === Number(c.p.id)) : null
    if (!d) missing('no such delivery')
    const w = c.ctx.org.webhooks.get(d.endpointId) ?? missing('the endpoint is gone')
    return { status: 202, body: { id: enqueue(c.ctx.org, w, d.eventType, d.messageId, d.body) } }
  },
}
