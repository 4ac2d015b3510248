// Email: domains and their DNS, send keys, routes, the message log, suppressions, webhooks and the posture.
import { createHmac, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Fail, DAY, SECOND, str, bool, oneOf, list, opt, shape, some, stamp, secret, sha256, broken, conflict, denied, unknown, fold, weburl, address, berlinDay, readInstant, byText } from './base.mjs'

export const EVENTS = ['outbound.sent', 'outbound.delivered', 'outbound.bounced', 'outbound.complained', 'inbound.received']
const LOG = 90 * DAY
const RAW = 30 * DAY
const PAGE = 8
const WAITS = [1, 3, 15, 60]
const BOUNCE_PCT = 8
const COMPLAINT_PCT = 0.4
const RATE_FROM = 100
const STATES = ['accepted', 'sent', 'delivered', 'deferred', 'bounced', 'complained', 'received']

// ---- domains
const expected = (domain) => [
  { capability: 'send', type: 'TXT', name: `_zehnt.${domain.name}`, value: `zehnt-site=${domain.mark}` },
  { capability: 'send', type: 'CNAME', name: `z1._domainkey.${domain.name}`, value: `z1.${domain.mark}.dkim.zehnt.example` },
  { capability: 'send', type: 'CNAME', name: `z2._domainkey.${domain.name}`, value: `z2.${domain.mark}.dkim.zehnt.example` },
  { capability: 'send', type: 'TXT', name: domain.name, value: 'v=spf1 include:spf.zehnt.example -all' },
  { capability: 'receive', type: 'MX', name: domain.name, value: 'eingang.zehnt.example', priority: 20 },
]
const slot = (record) => `${record.type} ${record.name}`
export function newDomain(world, org, name) {
  const domain = world.record('EmailDomain', { id: world.id(), name, org: org.slug, send: 'pending', receive: 'none', mark: randomBytes(8).toString('hex'), published: new Map(), armed: null })
  org.domains.set(domain.id, domain)
  return domain
}
const domainView = (world, d) => ({ id: d.id, name: d.name, sendState: d.send, receiveState: d.receive, createdAt: stamp(d.born), dnsRecords: expected(d).map((r) => ({ ...r, ttl: 3600 })), ...world.meta(d) })
export function publish(world, domain, filter, change) {
  const wanted = expected(domain).filter((r) => (!filter.capability || r.capability === filter.capability) && (!filter.type || r.type === filter.type.toUpperCase()) && (!filter.name || fold(r.name) === fold(filter.name.replace(/\.$/, ''))))
  let count = 0
  for (const record of wanted) {
    const there = domain.published.has(slot(record))
    const value = change(record)
    if (value === null) {
      if (there) count += 1
      domain.published.delete(slot(record))
    } else {
      domain.published.set(slot(record), value)
      count += 1
    }
  }
  if (wanted.length) world.after(20 * SECOND, 'dns-noticed', 'EmailDomain', domain.id, () => verify(world, domain))
  return { wanted: wanted.length, count }
}
function verify(world, domain) {
  if (!world.backends.dns || !world.orgs.get(domain.org).domains.has(domain.id)) return
  const all = (capability) => expected(domain).filter((r) => r.capability === capability).every((r) => domain.published.get(slot(r)) === r.value)
  const step = (state, since, capability) => {
    if (all(capability)) return 'verified'
    if (state === 'verified') return 'pending'
    return state === 'pending' && world.now() - since > 3 * DAY ? 'failed' : state
  }
  const before = `${domain.send} ${domain.receive}`
  domain.send = step(domain.send, domain.born, 'send')
  if (domain.receive !== 'none') domain.receive = step(domain.receive, domain.armed, 'receive')
  if (`${domain.send} ${domain.receive}` !== before) world.touch(domain, 'Verified')
}
const claimed = (world, name) => world.domainsElsewhere.has(name) || [...world.orgs.values()].some((o) => [...o.domains.values()].some((d) => d.name === name))
export const domainOf = (org, mail) => [...org.domains.values()].find((d) => d.name === fold(mail.slice(mail.lastIndexOf('@') + 1)))
export const ready = (domain) => ['pending', 'verified'].includes(domain.receive)

// ---- mail
const clean = (text) => text.replace(/[\r\n]+/g, ' ')
function raw({ id, from, to, cc, subject, text, at, size }) {
  const lines = [
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`, `From: ${from}`, `To: ${to.join(', ')}`, ...(cc?.length ? [`Cc: ${cc.join(', ')}`] : []),
    ...(subject !== undefined ? [`Subject: ${/^[\x20-\x7e]*$/.test(clean(subject)) ? clean(subject) : `=?utf-8?B?${Buffer.from(clean(subject)).toString('base64')}?=`}`] : []),
    `Message-ID: <${id}@zehnt.example>`, 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', (text ?? '').replace(/\r?\n/g, '\r\n'),
  ]
  let whole = `${lines.join('\r\n')}\r\n`
  const missing = (size ?? 0) - Buffer.byteLength(whole)
  if (missing > 0) whole += `${'.'.repeat(Math.max(0, missing - 2))}\r\n`.slice(-missing)
  return whole
}
const shown = (world, m) => m.at >= world.now() - LOG
const messageView = (world, m) => ({
  id: m.id, direction: m.direction, state: m.state, from: m.from, to: m.to, ...(m.cc?.length ? { cc: m.cc } : {}), ...(m.subject !== undefined ? { subject: m.subject } : {}),
  sizeBytes: m.size, door: m.door, domainId: m.domainId, ...(m.lastError ? { lastError: m.lastError } : {}), createdAt: stamp(m.at), ...(m.sentAt ? { sentAt: stamp(m.sentAt) } : {}), stateAt: stamp(m.stateAt), ...world.meta(m),
})
export const quotaUsed = (world, org, day = berlinDay(world.now())) =>
  org.messages.filter((m) => m.direction === 'send' && berlinDay(m.at) === day).reduce((n, m) => n + m.to.length + (m.cc?.length ?? 0), 0)
const suppressed = (org, mail) => [...org.suppressions.values()].find((s) => s.address === fold(mail))

export function submit(world, org, domain, { from, to, cc, subject, text, sizeBytes, door = 'api', key, at = world.now() }) {
  if (!org.entitled.email) throw denied('Email is not enabled for the organization.')
  if (domain.send !== 'verified') throw conflict('The domain is not verified for sending.')
  if (key && key.domainIds.length && !key.domainIds.includes(domain.id)) throw conflict('The send key is not for this domain.')
  if (org.pause) throw conflict('Sending is paused.')
  const out = [...to, ...(cc ?? [])].filter((mail) => suppressed(org, mail))
  const left = to.filter((mail) => !suppressed(org, mail))
  const leftCc = cc?.filter((mail) => !suppressed(org, mail))
  if (!left.length) throw conflict('Every recipient is suppressed.')
  if (quotaUsed(world, org, berlinDay(at)) + left.length + (leftCc?.length ?? 0) > org.quotas['daily-email']) throw conflict('The daily quota is used up.')
  if (key) key.used = world.now()
  const id = world.id()
  const content = raw({ id, from, to: left, cc: leftCc, subject, text, at, size: sizeBytes })
  const m = world.record('EmailMessage', { id, direction: 'send', state: 'accepted', from, to: left, cc: leftCc, subject, size: Buffer.byteLength(content), content, door, domainId: domain.id, at, stateAt: at, events: [], lastError: null, sentAt: null })
  org.messages.push(m)
  world.at(Math.max(at + 2 * SECOND, world.now()), 'message-sent', 'EmailMessage', id, () => sent(world, org, m, at + 2 * SECOND))
  return { message: m, suppressed: out }
}
function sent(world, org, m, at) {
  if (m.sentAt) return []
  m.sentAt = at
  return happened(world, org, m, { kind: 'sent', at }, 'sent', 'outbound.sent')
}
function happened(world, org, m, event, state, type) {
  m.events.push({ ...event, seq: world.counter++ })
  if (state) m.state = state
  m.stateAt = event.at
  world.touch(m, type)
  return announce(world, org, type, m, event)
}
const recipients = (m, recipient) => {
  if (m.direction !== 'send') throw conflict('This message was received, not sent.')
  const all = [...m.to, ...(m.cc ?? [])]
  if (recipient === undefined) return all
  const found = all.find((mail) => fold(mail) === fold(recipient))
  if (!found) throw unknown('recipient of this message')
  return [found]
}
export function deliver(world, org, m, { recipient, at = world.now() }) {
  const whom = recipients(m, recipient)
  const made = sent(world, org, m, Math.min(at, world.now()))
  for (const mail of whom) made.push(...happened(world, org, m, { kind: 'delivered', recipient: mail, at }, 'delivered', 'outbound.delivered'))
  return made
}
function suppress(world, org, mail, reason) {
  if (suppressed(org, mail)) return null
  const entry = world.record('EmailSuppression', { id: world.id(), address: fold(mail), reason })
  org.suppressions.set(entry.id, entry)
  return entry
}
export function bounce(world, org, m, { recipient, hard, detail, at = world.now() }) {
  const whom = recipients(m, recipient)
  const made = sent(world, org, m, Math.min(at, world.now()))
  const added = []
  for (const mail of whom) {
    m.lastError = hard ? `550 5.1.1 ${mail} is unknown there` : `452 4.2.2 ${mail} is over quota`
    const event = { kind: 'bounced', bounceType: hard ? 'permanent' : 'transient', recipient: mail, detail: detail ?? { diagnostic: m.lastError, reportedBy: 'mx.recipient.example' }, at }
    made.push(...happened(world, org, m, event, hard ? 'bounced' : 'deferred', 'outbound.bounced'))
    const entry = hard && suppress(world, org, mail, 'bounce')
    if (entry) added.push(entry.id)
  }
  posture(world, org)
  return { made, added }
}
export function complain(world, org, m, { recipient, detail, at = world.now() }) {
  const whom = recipients(m, recipient)
  const made = sent(world, org, m, Math.min(at, world.now()))
  const added = []
  for (const mail of whom) {
    made.push(...happened(world, org, m, { kind: 'complained', recipient: mail, detail: detail ?? { feedback: 'abuse' }, at }, 'complained', 'outbound.complained'))
    const entry = suppress(world, org, mail, 'complaint')
    if (entry) added.push(entry.id)
  }
  posture(world, org)
  return { made, added }
}
// Over a day, with at least a hundred messages, more than the threshold pauses.
function posture(world, org) {
  if (org.pause) return
  const from = Math.max(world.now() - DAY, org.countFrom)
  const recent = org.messages.filter((m) => m.direction === 'send' && m.at > from)
  if (recent.length < RATE_FROM) return
  const share = (test) => (100 * recent.filter((m) => m.events.some(test)).length) / recent.length
  const bounced = share((e) => e.kind === 'bounced' && e.bounceType === 'permanent')
  const complained = share((e) => e.kind === 'complained')
  const reason = bounced > BOUNCE_PCT ? 'too many bounces' : complained > COMPLAINT_PCT ? 'too many complaints' : null
  if (reason) {
    org.pause = { at: world.now(), reason }
    world.fact('SendingPaused', 'EmailSettings', org.slug)
  }
}
const fits = (pattern, local) => (pattern.endsWith('*') ? fold(local).startsWith(fold(pattern.slice(0, -1))) : fold(local) === fold(pattern))
export function receive(world, org, domain, { from, to, cc, subject, text, sizeBytes, at = world.now() }) {
  const id = world.id()
  const content = raw({ id, from, to, cc, subject, text, at, size: sizeBytes })
  const m = world.record('EmailMessage', { id, direction: 'receive', state: 'received', from, to, cc, subject, size: Buffer.byteLength(content), content, door: 'mx', domainId: domain.id, at, stateAt: at, events: [], lastError: null, sentAt: null })
  org.messages.push(m)
  const locals = [...to, ...(cc ?? [])].filter((mail) => domainOf(org, mail) === domain).map((mail) => mail.slice(0, mail.lastIndexOf('@')))
  const routes = [...org.routes.values()].filter((r) => r.domainId === domain.id && locals.some((local) => fits(r.pattern, local)))
  const endpoints = [...new Set(routes.map((r) => r.endpointId))].map((e) => org.hooks.get(e)).filter((h) => h && !h.disabled)
  const frozen = payload(world, org, 'inbound.received', m, { kind: 'received', at }, routes.map((r) => r.id))
  const deliveries = endpoints.map((hook) => queue(world, org, hook, 'inbound.received', frozen, m.id))
  return { message: m, routes, deliveries }
}

// ---- webhooks
const payload = (world, org, type, m, event, routeIds) =>
  JSON.stringify({
    event: type, eventId: world.id(), happenedAt: stamp(event.at), organization: org.slug,
    message: { id: m.id, direction: m.direction, from: m.from, to: m.to, subject: m.subject ?? null, domainId: m.domainId, state: m.state, createdAt: stamp(m.at) },
    ...(event.recipient ? { recipient: event.recipient } : {}), ...(event.bounceType ? { bounceType: event.bounceType } : {}), ...(event.detail ? { detail: event.detail } : {}), ...(routeIds ? { routeIds } : {}),
  })
function announce(world, org, type, m, event) {
  const hooks = [...org.hooks.values()].filter((h) => !h.disabled && h.eventTypes.includes(type))
  if (!hooks.length) return []
  const frozen = payload(world, org, type, m, event)
  return hooks.map((hook) => queue(world, org, hook, type, frozen, m.id).id)
}
function queue(world, org, hook, type, frozen, messageId, from = null) {
  const id = Number(world.id())
  const delivery = world.record('EmailDelivery', { id, endpointId: hook.id, type, messageId, frozen, state: 'pending', attempts: 0, lastStatus: null, lastError: null, deliveredAt: null, from })
  org.deliveries.push(delivery)
  world.after(WAITS[0] * SECOND, 'webhook-attempt', 'EmailDelivery', id, () => attempt(world, org, delivery))
  return delivery
}
function attempt(world, org, d) {
  if (!['pending'].includes(d.state)) return
  const hook = org.hooks.get(d.endpointId)
  if (!hook || hook.disabled) {
    d.state = 'failed'
    d.lastError = hook ? 'the endpoint is disabled' : 'the endpoint is deleted'
    world.touch(d, 'Failed')
    return
  }
  d.attempts += 1
  d.state = 'delivering'
  const seconds = Math.floor((hook.script ? world.now() : Date.now()) / 1000)
  const signature = createHmac('sha256', hook.secret).update(`${seconds}.${d.frozen}`).digest('hex')
  const headers = {
    'content-type': 'application/json', 'user-agent': 'zehnt-hooks/1', 'x-zehnt-delivery': String(d.id), 'x-zehnt-event': d.type, 'x-zehnt-attempt': String(d.attempts),
    'x-zehnt-signature': `t=${seconds},v1=${signature}`, 'content-length': String(Buffer.byteLength(d.frozen)),
  }
  const log = { deliveryId: d.id, endpointId: hook.id, attempt: d.attempts, at: stamp(world.now()), url: hook.url, headers, body: d.frozen, scripted: Boolean(hook.script) }
  world.attempts.push(log)
  if (world.attempts.length > 5000) world.attempts.splice(0, 1000)
  const done = (status, error) => {
    if (d.state !== 'delivering') return
    if (status !== undefined) log.status = d.lastStatus = status
    if (error) log.error = error
    if (status >= 200 && status < 300) {
      d.state = 'delivered'
      d.deliveredAt = world.now()
      d.lastError = null
      world.touch(d, 'Delivered')
      return
    }
    d.lastError = error ?? `the endpoint answered ${status}`
    const wait = WAITS[d.attempts]
    d.state = wait === undefined || !org.hooks.has(d.endpointId) ? 'failed' : 'pending'
    world.touch(d, 'AttemptFailed')
    if (d.state === 'pending') world.after(wait * SECOND, 'webhook-attempt', 'EmailDelivery', d.id, () => attempt(world, org, d))
  }
  if (hook.script) {
    const { answers, afterwards } = hook.script
    const answer = answers[Math.min(hook.script.next, answers.length - 1)]
    hook.script.next += 1
    if (hook.script.next >= answers.length && afterwards === 'send') hook.script = null
    const finish = () => (answer.failure ? done(undefined, `the attempt failed: ${answer.failure}`) : done(answer.status ?? 200))
    if (answer.afterMs) world.after(answer.afterMs, 'webhook-answer', 'EmailDelivery', d.id, finish)
    else finish()
    return
  }
  send(hook.url, headers, d.frozen, done)
}
function send(url, headers, body, done) {
  const over = { done: false }
  const finish = (status, error) => {
    if (over.done) return
    over.done = true
    clearTimeout(over.timer)
    done(status, error)
  }
  try {
    const out = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume()
      answer.on('error', () => {})
      finish(answer.statusCode)
    })
    over.timer = setTimeout(() => {
      finish(undefined, 'the endpoint did not answer within 5 seconds')
      out.destroy()
    }, 5000)
    over.timer.unref()
    out.on('error', (error) => finish(undefined, `the endpoint cannot be reached: ${error.code ?? error.message}`))
    out.end(body)
  } catch (error) {
    finish(undefined, `the request cannot be made: ${error.code ?? error.message}`)
  }
}

// ---- views and lookups
const hookView = (world, h) => ({ id: h.id, url: h.url, eventTypes: h.eventTypes, disabled: h.disabled, createdAt: stamp(h.born), ...world.meta(h) })
const keyView = (world, k) => ({ id: k.id, name: k.name, keyId: k.keyId, domainIds: k.domainIds, createdAt: stamp(k.born), ...(k.used ? { lastUsedAt: stamp(k.used) } : {}), organizationWide: !k.domainIds.length, ...world.meta(k) })
const routeView = (world, r) => ({ id: r.id, domainId: r.domainId, pattern: r.pattern, endpointId: r.endpointId, createdAt: stamp(r.born), ...world.meta(r) })
const deliveryView = (world, d) => ({
  id: d.id, endpointId: d.endpointId, eventType: d.type, ...(d.messageId ? { messageId: d.messageId } : {}), state: d.state, attempts: d.attempts,
  ...(d.lastStatus !== null ? { lastStatus: d.lastStatus } : {}), ...(d.lastError ? { lastError: d.lastError } : {}), ...(d.deliveredAt ? { deliveredAt: stamp(d.deliveredAt) } : {}), createdAt: stamp(d.born), ...(d.from ? { redeliveryOf: d.from } : {}), ...world.meta(d),
})
const domainIn = (ctx, tier) => {
  const domain = ctx.org.domains.get(ctx.params.id)
  // Someone without any right to domains is refused; someone with others only does not learn that this one is there.
  if (!ctx.canSome('email.domain', 'read')) throw denied('This needs email.domain.read.')
  if (!domain) throw unknown('domain')
  ctx.reach('email.domain', tier, domain.id, 'domain')
  return domain
}
const messageIn = (ctx) => {
  if (!ctx.canSome('email.message', 'read')) throw denied('This needs email.message.read.')
  const m = ctx.org.messages.find((entry) => entry.id === ctx.params.id)
  if (!m || !shown(ctx.world, m) || !ctx.can('email.message', 'read', m.domainId)) throw unknown('message')
  return m
}
const from = (map, ctx, what) => {
  const found = map.get(ctx.params.id)
  if (!found) throw unknown(what)
  return found
}
const LOCAL = /^[a-z0-9!#$%&'+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'+/=?^_`{|}~-]+)*$/i
const pattern = (value, at) => {
  str({ max: 64 })(value, at)
  const stem = value.endsWith('*') ? value.slice(0, -1) : value
  if (value !== '*' && !(value.endsWith('*') ? LOCAL.test(stem.replace(/\.$/, '')) : LOCAL.test(stem))) throw broken(`${at} must be a local part, the beginning of one with a star, or a star.`)
  return value
}
const NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/
const types = () => list(oneOf(...EVENTS), { min: 1, unique: true })
const E = '/api/v1/email'
const asc = (map) => [...map.values()].sort(byText('name'))
const newest = (map) => [...map.values()].sort((a, b) => b.seq - a.seq)
const all = (resource, tier) => (ctx) => ctx.need(`email.${resource}`, tier)

export const routes = [
  ['GET', `${E}/keys`, 'listSendKeys', { before: all('key', 'read') }, ({ world, org }) => ({ sendKeys: asc(org.sendKeys).map((k) => keyView(world, k)) })],
  ['POST', `${E}/keys`, 'createSendKey', {
    status: 201, before: all('key', 'admin'), body: shape({ name: str({ max: 80 }), domainIds: opt(list(str(), { min: 1, unique: true })) }),
  }, ({ world, org, body }) => {
    for (const id of body.domainIds ?? []) if (!org.domains.has(id)) throw broken(`There is no domain ${id}.`)
    if ([...org.sendKeys.values()].some((k) => fold(k.name) === fold(body.name))) throw conflict('There is a send key of this name already.')
    const text = secret('send-', 24)
    const key = world.record('EmailSendKey', { id: world.id(), name: body.name, keyId: `SK${randomBytes(5).toString('hex').toUpperCase()}`, domainIds: body.domainIds ?? [], hash: sha256(text), used: null })
    org.sendKeys.set(key.id, key)
    return { sendKey: keyView(world, key), secret: text }
  }],
  ['DELETE', `${E}/keys/{id}`, 'revokeSendKey', { status: 204, before: all('key', 'admin') }, (ctx) => {
    const key = from(ctx.org.sendKeys, ctx, 'send key')
    ctx.org.sendKeys.delete(key.id)
    ctx.world.touch(key, 'Tombstoned')
  }],
  ['GET', `${E}/routes`, 'listRoutes', {}, (ctx) => ({ routes: newest(ctx.org.routes).filter((r) => ctx.can('email.route', 'read', r.domainId)).map((r) => routeView(ctx.world, r)) })],
  ['POST', `${E}/routes`, 'createRoute', {
    status: 201, body: shape({ domainId: str(), pattern, endpointId: str() }),
    before: (ctx) => {
      if (!ctx.canSome('email.route', 'write')) throw denied('This needs email.route.write.')
    },
  }, (ctx) => {
    const { world, org, body } = ctx
    const domain = org.domains.get(body.domainId)
    if (!domain || !ctx.can('email.domain', 'read', domain.id)) throw broken('There is no such domain.')
    ctx.need('email.route', 'write', domain.id)
    if (!org.hooks.has(body.endpointId)) throw broken('There is no such endpoint.')
    if (!ready(domain)) throw conflict('Receiving is not armed on this domain.')
    if ([...org.routes.values()].some((r) => r.domainId === domain.id && fold(r.pattern) === fold(body.pattern))) throw conflict('The domain has a route for this pattern already.')
    const route = world.record('EmailRoute', { id: world.id(), ...body })
    org.routes.set(route.id, route)
    return routeView(world, route)
  }],
  ['DELETE', `${E}/routes/{id}`, 'deleteRoute', { status: 204 }, (ctx) => {
    if (!ctx.canSome('email.route', 'write')) throw denied('This needs email.route.write.')
    const route = from(ctx.org.routes, ctx, 'route')
    ctx.reach('email.route', 'write', route.domainId, 'route')
    ctx.org.routes.delete(route.id)
    ctx.world.touch(route, 'Deleted')
  }],
  ['GET', `${E}/domains`, 'listDomains', {}, (ctx) => ({ domains: asc(ctx.org.domains).filter((d) => ctx.can('email.domain', 'read', d.id)).map((d) => domainView(ctx.world, d)) })],
  ['POST', `${E}/domains`, 'createDomain', { status: 201, before: all('domain', 'write'), body: shape({ name: str({ max: 253 }) }) }, ({ world, org, body }) => {
    const name = body.name.toLowerCase()
    if (!NAME.test(name)) throw broken('name is not a domain name of at least two labels.')
    if (claimed(world, name)) throw conflict('This domain has a live claim.')
    return domainView(world, newDomain(world, org, name))
  }],
  ['GET', `${E}/domains/{id}`, 'getDomain', {}, (ctx) => domainView(ctx.world, domainIn(ctx, 'read'))],
  ['DELETE', `${E}/domains/{id}`, 'deleteDomain', { status: 204 }, (ctx) => {
    const domain = domainIn(ctx, 'admin')
    const { org, world } = ctx
    org.domains.delete(domain.id)
    for (const route of [...org.routes.values()]) if (route.domainId === domain.id) org.routes.delete(route.id)
    for (const key of [...org.sendKeys.values()]) {
      if (!key.domainIds.includes(domain.id)) continue
      key.domainIds = key.domainIds.filter((id) => id !== domain.id)
      if (!key.domainIds.length) org.sendKeys.delete(key.id)
    }
    world.touch(domain, 'Released')
  }],
  ['GET', `${E}/domains/{id}/dns`, 'getDomainDns', {}, (ctx) => {
    const domain = domainIn(ctx, 'read')
    return {
      records: expected(domain).map((r) => {
        const value = domain.published.get(slot(r))
        const finding = !ctx.world.backends.dns ? 'error' : value === undefined ? 'missing' : value === r.value ? 'found' : 'mismatch'
        return { purpose: r.capability, rrtype: r.type, owner: r.name, wanted: r.value, finding, ...(finding === 'mismatch' || finding === 'found' ? { seen: value } : {}), ...(finding === 'error' ? { reason: 'SERVFAIL' } : {}) }
      }),
      lookedUpAt: stamp(ctx.world.now()),
    }
  }],
  ['POST', `${E}/domains/{id}/check`, 'checkDomain', { status: 202 }, (ctx) => {
    const domain = domainIn(ctx, 'write')
    const due = ctx.world.after(3 * SECOND, 'domain-check', 'EmailDomain', domain.id, () => verify(ctx.world, domain))
    return { status: 'angenommen', dueAt: stamp(due.when) }
  }],
  ['POST', `${E}/domains/{id}/receive`, 'armDomainReceiving', {}, (ctx) => {
    const domain = domainIn(ctx, 'write')
    if (!ready(domain)) {
      domain.receive = 'pending'
      domain.armed = ctx.world.now()
      ctx.world.touch(domain, 'Armed')
      ctx.world.after(20 * SECOND, 'dns-noticed', 'EmailDomain', domain.id, () => verify(ctx.world, domain))
    }
    return domainView(ctx.world, domain)
  }],
  ['GET', `${E}/messages`, 'listMessages', {
    query: ['direction', 'state', 'domainId', 'to', 'since', 'cursor'],
    before: (ctx) => {
      if (!ctx.canSome('email.message', 'read')) throw denied('This needs email.message.read.')
    },
  }, (ctx) => {
    const { world, org, query } = ctx
    if (query.direction !== undefined && !['send', 'receive'].includes(query.direction)) throw broken('direction must be send or receive.')
    if (query.state !== undefined && !STATES.includes(query.state)) throw broken(`state must be one of ${STATES.join(', ')}.`)
    const known = (id) => (org.domains.has(id) || org.messages.some((m) => m.domainId === id)) && ctx.can('email.message', 'read', id)
    if (query.domainId !== undefined && !known(query.domainId)) throw unknown('domain')
    let since = null
    if (query.since !== undefined) {
      since = /^\d{4}-\d{2}-\d{2}$/.test(query.since) ? readInstant(`${query.since}T00:00:00Z`) : readInstant(query.since)
      if (since === null) throw broken('since must be a date or a time with an offset.')
    }
    let after = null
    if (query.cursor !== undefined) {
      const found = /^(-?\d+)\.(\d+)$/.exec(Buffer.from(query.cursor, 'base64url').toString())
      if (!found) throw broken('This cursor was never issued.')
      after = { at: Number(found[1]), seq: Number(found[2]) }
    }
    const to = query.to === undefined ? null : fold(query.to)
    const rows = org.messages
      .filter((m) => shown(world, m) && ctx.can('email.message', 'read', m.domainId))
      .filter((m) => (!query.direction || m.direction === query.direction) && (!query.state || m.state === query.state) && (!query.domainId || m.domainId === query.domainId))
      .filter((m) => to === null || [...m.to, ...(m.cc ?? [])].some((mail) => fold(mail).includes(to)))
      .filter((m) => since === null || m.at >= since)
      .sort((a, b) => b.at - a.at || b.seq - a.seq)
      .filter((m) => !after || m.at < after.at || (m.at === after.at && m.seq < after.seq))
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return { messages: page.map((m) => messageView(world, m)), ...(rows.length > PAGE ? { cursor: Buffer.from(`${last.at}.${last.seq}`).toString('base64url') } : {}), pageSize: PAGE }
  }],
  ['GET', `${E}/messages/{id}`, 'getMessage', {}, (ctx) => {
    const m = messageIn(ctx)
    return {
      message: messageView(ctx.world, m),
      events: [...m.events].sort((a, b) => a.at - b.at || a.seq - b.seq).map((e) => ({ kind: e.kind, ...(e.bounceType ? { bounceType: e.bounceType } : {}), ...(e.recipient ? { recipient: e.recipient } : {}), ...(e.detail ? { detail: e.detail } : {}), occurredAt: stamp(e.at) })),
    }
  }],
  ['GET', `${E}/messages/{id}/content`, 'getMessageContent', {}, (ctx) => {
    const m = messageIn(ctx)
    if (m.at < ctx.world.now() - RAW) throw unknown('content any more')
    return { raw: m.content, type: 'message/rfc822' }
  }],
  ['GET', `${E}/settings`, 'getEmailSettings', { before: all('posture', 'read') }, ({ world, org }) => ({
    dailyQuota: org.quotas['daily-email'], paused: Boolean(org.pause), ...(org.pause ? { pausedAt: stamp(org.pause.at), pauseReason: org.pause.reason } : {}),
    bouncePausePct: BOUNCE_PCT, complaintPausePct: COMPLAINT_PCT, acceptedToday: quotaUsed(world, org), day: berlinDay(world.now()), countedFrom: RATE_FROM,
  })],
  ['GET', `${E}/suppressions`, 'listSuppressions', { before: all('suppression', 'read') }, ({ world, org }) => ({ suppressions: newest(org.suppressions).map((s) => ({ id: s.id, address: s.address, reason: s.reason, createdAt: stamp(s.born), ...world.meta(s) })) })],
  ['POST', `${E}/suppressions`, 'createSuppression', { status: 201, before: all('suppression', 'write'), body: shape({ address: address() }) }, ({ world, org, body }) => {
    if (suppressed(org, body.address)) throw conflict('This address is suppressed already.')
    const s = suppress(world, org, body.address, 'manual')
    return { id: s.id, address: s.address, reason: s.reason, createdAt: stamp(s.born), ...world.meta(s) }
  }],
  ['DELETE', `${E}/suppressions/{id}`, 'deleteSuppression', { status: 204, before: all('suppression', 'write') }, (ctx) => {
    const s = from(ctx.org.suppressions, ctx, 'suppression')
    ctx.org.suppressions.delete(s.id)
    ctx.world.touch(s, 'Lifted')
  }],
  ['GET', `${E}/webhooks`, 'listWebhooks', { before: all('webhook', 'read') }, ({ world, org }) => ({ webhooks: newest(org.hooks).map((h) => hookView(world, h)) })],
  ['POST', `${E}/webhooks`, 'createWebhook', { status: 201, before: all('webhook', 'write'), body: shape({ url: weburl(), eventTypes: types() }) }, ({ world, org, body }) => {
    const text = secret('sig-', 32)
    const hook = world.record('EmailWebhook', { id: world.id(), url: body.url, eventTypes: body.eventTypes, disabled: false, secret: text, script: null })
    org.hooks.set(hook.id, hook)
    return { webhook: hookView(world, hook), signingSecret: text }
  }],
  ['PATCH', `${E}/webhooks/{id}`, 'updateWebhook', { before: all('webhook', 'write'), body: some({ url: opt(weburl()), eventTypes: opt(types()), disabled: opt(bool()) }) }, (ctx) => {
    const hook = from(ctx.org.hooks, ctx, 'endpoint')
    Object.assign(hook, ctx.body)
    ctx.world.touch(hook, 'Changed')
    return hookView(ctx.world, hook)
  }],
  ['DELETE', `${E}/webhooks/{id}`, 'deleteWebhook', { status: 204, before: all('webhook', 'write') }, (ctx) => {
    const hook = from(ctx.org.hooks, ctx, 'endpoint')
    if ([...ctx.org.routes.values()].some((r) => r.endpointId === hook.id)) throw conflict('An inbound route still targets this endpoint.')
    ctx.org.hooks.delete(hook.id)
    for (const d of ctx.org.deliveries) {
      if (d.endpointId !== hook.id || d.state !== 'pending') continue
      d.state = 'failed'
      d.lastError = 'the endpoint is deleted'
    }
    ctx.world.touch(hook, 'Deleted')
  }],
  ['POST', `${E}/webhooks/{id}/rotate-secret`, 'rotateWebhookSecret', { before: all('webhook', 'admin') }, (ctx) => {
    const hook = from(ctx.org.hooks, ctx, 'endpoint')
    hook.secret = secret('sig-', 32)
    ctx.world.touch(hook, 'SecretRotated')
    return { signingSecret: hook.secret, ...ctx.world.meta(hook) }
  }],
  ['GET', `${E}/webhook-deliveries`, 'listDeliveries', { query: ['messageId', 'endpointId'], before: all('webhook', 'read') }, ({ world, org, query }) => ({
    deliveries: org.deliveries.filter((d) => (query.messageId === undefined || d.messageId === query.messageId) && (query.endpointId === undefined || d.endpointId === query.endpointId)).sort((a, b) => b.seq - a.seq).slice(0, 50).map((d) => deliveryView(world, d)),
  })],
  ['POST', `${E}/webhook-deliveries/{id}/redeliver`, 'redeliverDelivery', { status: 202, before: all('webhook', 'write') }, (ctx) => {
    const old = ctx.org.deliveries.find((d) => String(d.id) === ctx.params.id)
    if (!old) throw unknown('delivery')
    const hook = ctx.org.hooks.get(old.endpointId)
    if (!hook || hook.disabled) throw conflict(hook ? 'The endpoint is disabled.' : 'The endpoint is deleted.')
    const made = queue(ctx.world, ctx.org, hook, old.type, old.frozen, old.messageId, old.id)
    return { id: made.id, redeliveryOf: old.id }
  }],
  // Side door
  ['POST', `${E}/outbox`, 'sendMessage', {
    status: 202, auth: false,
    body: shape({ from: address(), to: list(address(), { min: 1, max: 50, unique: true }), cc: opt(list(address(), { max: 50, unique: true })), subject: opt(str({ min: 0, max: 500, loose: true })), text: opt(str({ min: 0, max: 100000, lines: true })) }),
    first: (ctx) => {
      const found = /^Bearer +(\S+)$/i.exec(ctx.request.authorization ?? '')
      const hash = found && sha256(found[1])
      for (const org of ctx.world.orgs.values()) for (const key of org.sendKeys.values()) if (key.hash === hash) Object.assign(ctx, { org, key })
      if (!ctx.key) throw new Fail(401, 'This send key is not known.')
    },
  }, (ctx) => {
    const domain = domainOf(ctx.org, ctx.body.from)
    if (!domain) throw broken('The sender is not of a domain of the organization.')
    const { message, suppressed: left } = submit(ctx.world, ctx.org, domain, { ...ctx.body, key: ctx.key })
    return { id: message.id, state: message.state, leftOut: left }
  }],
]
