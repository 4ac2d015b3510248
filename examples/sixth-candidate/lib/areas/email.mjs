// Email: domains and their DNS records, send keys, routes, messages, suppressions, webhooks.

import { bearer } from '../auth.mjs'
import {
  bad,
  compact,
  conflict,
  DAY,
  domainOf,
  forbidden,
  HOSTNAME,
  HOUR,
  HttpError,
  hash,
  iso,
  MINUTE,
  newestFirst,
  newId,
  notFound,
  parseInstant,
  random,
  SECOND,
  sameHash,
} from '../util.mjs'
import * as v from '../validate.mjs'
import { abandon, deliver, newSigningSecret, redeliver, showDelivery } from '../webhooks.mjs'

export const EVENT_TYPES = [
  'message.sent',
  'message.delivered',
  'message.bounced',
  'message.complained',
  'message.received',
]
const LOG_WINDOW = 90 * DAY
const RAW_WINDOW = 30 * DAY
const PAGE = 50
const RECENT_DELIVERIES = 200
const CHECK_DELAY = 3 * SECOND
const PENDING_RECHECK = 15 * MINUTE
const VERIFIED_RECHECK = DAY
const GIVE_UP = 72 * HOUR
const PAUSE_WINDOW = DAY
const PAUSE_MINIMUM = 50 // messages, below which a share says nothing
const PAUSE_EVENTS = 5 // bounces or complaints that must have come together

// --- domains ---------------------------------------------------------------------------------------------------------

function recordsOf(domain) {
  const { name, token } = domain
  const send = [
    { capability: 'send', type: 'TXT', name: `_platform.${name}`, value: `platform-verification=${token}` },
    {
      capability: 'send',
      type: 'CNAME',
      name: `pm1._domainkey.${name}`,
      value: `${token}-1.dkim.mail.platform.example`,
    },
    {
      capability: 'send',
      type: 'CNAME',
      name: `pm2._domainkey.${name}`,
      value: `${token}-2.dkim.mail.platform.example`,
    },
    { capability: 'send', type: 'MX', name: `bounces.${name}`, value: 'feedback.mail.platform.example', priority: 10 },
    {
      capability: 'send',
      type: 'TXT',
      name: `bounces.${name}`,
      value: 'v=spf1 include:spf.mail.platform.example -all',
    },
  ]
  return domain.receiveState === 'none'
    ? send
    : [...send, { capability: 'receive', type: 'MX', name, value: 'inbound.mail.platform.example', priority: 10 }]
}
export const dnsKey = ({ type, name }) => `${type} ${name}`
export const expectedRecords = recordsOf

function observe(w, record) {
  if (!w.backends.dns) return { outcome: 'error' }
  const observed = w.dns.get(dnsKey(record))
  if (observed === undefined) return { outcome: 'missing' }
  return observed === record.value ? { outcome: 'found' } : { outcome: 'mismatch', observed }
}

const showDomain = (d) => ({
  id: d.id,
  name: d.name,
  sendState: d.sendState,
  receiveState: d.receiveState,
  createdAt: iso(d.createdAt),
  dnsRecords: recordsOf(d),
})

/** One verification pass: looks every record up and settles both states. */
function verifyDomain(w, org, domain) {
  if (org.email.domains.get(domain.id) !== domain) return
  const records = recordsOf(domain)
  const settle = (capability, state, since) => {
    const outcomes = records
      .filter((record) => record.capability === capability)
      .map((record) => observe(w, record).outcome)
    if (outcomes.includes('error')) return state // nothing is known
    if (outcomes.every((outcome) => outcome === 'found')) return 'verified'
    if (state === 'verified') return 'failed'
    return state === 'pending' && w.now() - since >= GIVE_UP ? 'failed' : state
  }
  domain.sendState = settle('send', domain.sendState, domain.createdAt)
  if (domain.receiveState !== 'none') domain.receiveState = settle('receive', domain.receiveState, domain.armedAt)
  planCheck(w, org, domain)
}
/** The next pass by itself: soon while something is pending, daily while something is verified. */
function planCheck(w, org, domain) {
  domain.cancelCheck?.()
  const states = [domain.sendState, domain.receiveState]
  const wait = states.includes('pending') ? PENDING_RECHECK : states.includes('verified') ? VERIFIED_RECHECK : null
  domain.cancelCheck =
    wait === null
      ? null
      : w.clock.after(wait, 'domain-recheck', 'EmailDomain', domain.id, () => verifyDomain(w, org, domain))
}

export function findDomainAnywhere(w, nameOrId) {
  const wanted = String(nameOrId).toLowerCase()
  for (const org of w.orgs.values())
    for (const domain of org.email.domains.values())
      if (domain.id === nameOrId || domain.name === wanted) return { org, domain }
  return null
}
const byName = (org, name) => [...org.email.domains.values()].find((domain) => domain.name === name)

// --- messages --------------------------------------------------------------------------------------------------------

const showMessage = (m) =>
  compact({
    id: m.id,
    direction: m.direction,
    state: m.state,
    from: m.from,
    to: m.to,
    cc: m.cc,
    subject: m.subject,
    sizeBytes: m.sizeBytes,
    door: m.door,
    domainId: m.domainId,
    lastError: m.lastError,
    createdAt: iso(m.createdAt),
    sentAt: m.sentAt && iso(m.sentAt),
    stateAt: iso(m.stateAt),
  })
const showEvent = (e) =>
  compact({
    kind: e.kind,
    bounceType: e.bounceType,
    recipient: e.recipient,
    detail: e.detail,
    occurredAt: iso(e.occurredAt),
  })

function rawMessage({ id, from, to, cc, subject, text, createdAt, sizeBytes }) {
  const clean = (value) => value.replace(/[\r\n]+/g, ' ')
  let raw = [
    `Message-ID: <${id}@mail.platform.example>`,
    `Date: ${new Date(createdAt).toUTCString().replace('GMT', '+0000')}`,
    `From: ${from}`,
    `To: ${to.join(', ')}`,
    ...(cc?.length ? [`Cc: ${cc.join(', ')}`] : []),
    ...(subject !== undefined ? [`Subject: ${clean(subject)}`] : []),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    (text ?? '').replace(/\r?\n/g, '\r\n'),
  ].join('\r\n')
  const missing = (sizeBytes ?? 0) - Buffer.byteLength(raw)
  if (missing > 0) raw += `\r\n${' '.repeat(Math.max(0, missing - 2))}`
  return raw
}

export function findMessage(w, id) {
  for (const org of w.orgs.values()) if (org.email.messages.has(id)) return { org, message: org.email.messages.get(id) }
  return null
}
const dayOf = (ms) => Math.floor(ms / DAY)
const acceptedOn = (org, day) => {
  let count = 0
  for (const message of org.email.messages.values())
    if (message.direction === 'send' && message.state !== 'failed' && dayOf(message.createdAt) === day) count++
  return count
}
export const suppressionOf = (org, address) =>
  [...org.email.suppressions.values()].find((entry) => entry.address.toLowerCase() === address.toLowerCase())
function suppress(w, org, address, reason) {
  if (suppressionOf(org, address)) return null
  const entry = { id: newId('sup'), address, reason, createdAt: w.now(), seq: w.seq() }
  org.email.suppressions.set(entry.id, entry)
  return entry
}

function notify(w, org, message, eventType, extra = {}) {
  const out = []
  for (const endpoint of org.email.webhooks.values()) {
    if (!endpoint.disabled && endpoint.eventTypes.includes(eventType))
      out.push(
        deliver(w, org, endpoint, {
          eventType,
          messageId: message.id,
          data: { message: showMessage(message), ...extra },
        }),
      )
  }
  return out
}

export function keyForDomain(key, domain) {
  return key.domainIds.length === 0 || key.domainIds.includes(domain.id)
}

/** Accepts a message for sending. What stands in the way is a 409 (or, for all recipients suppressed, a failed message if wanted). */
export function sendMessage(w, { org, from, to, cc, subject, text, sizeBytes, key, door, at, recordFailure }) {
  const domain = byName(org, domainOf(from))
  if (!domain) throw notFound(`The organization has no domain ${domainOf(from)}.`)
  if (key && !keyForDomain(key, domain))
    throw new HttpError(recordFailure ? 403 : 409, 'The send key is not for this domain.')
  if (domain.sendState !== 'verified') throw conflict(`The domain ${domain.name} is not verified for sending.`)
  if (org.email.paused) throw conflict('Sending is paused.')
  const createdAt = at ?? w.now()
  if (acceptedOn(org, dayOf(createdAt)) >= org.email.dailyQuota)
    throw new HttpError(recordFailure ? 429 : 409, 'The daily quota is used up.')
  const everyone = [...to, ...(cc ?? [])]
  const suppressed = everyone.filter((address) => suppressionOf(org, address))
  const nobody = suppressed.length === everyone.length
  if (nobody && !recordFailure) throw conflict('Every recipient is suppressed.')
  const id = newId('msg')
  const raw = rawMessage({ id, from, to, cc, subject, text, createdAt, sizeBytes })
  const message = {
    id,
    direction: 'send',
    state: nobody ? 'failed' : 'sent',
    from,
    to,
    cc,
    subject,
    sizeBytes: Buffer.byteLength(raw),
    door: door ?? 'api',
    domainId: domain.id,
    raw,
    lastError: suppressed.length ? `suppressed: ${suppressed.join(', ')}` : undefined,
    createdAt,
    sentAt: nobody ? undefined : createdAt,
    stateAt: createdAt,
    recipients: everyone.filter((address) => !suppressed.includes(address)),
    events: [],
    seq: w.seq(),
  }
  if (!nobody)
    for (const recipient of message.recipients) message.events.push({ kind: 'sent', recipient, occurredAt: createdAt })
  org.email.messages.set(id, message)
  if (key) key.lastUsedAt = createdAt
  const deliveries = nobody ? [] : notify(w, org, message, 'message.sent')
  return { message, suppressed, deliveries }
}

const routeFits = (route, localPart) => {
  const pattern = route.pattern.toLowerCase()
  return pattern.endsWith('*') ? localPart.startsWith(pattern.slice(0, -1)) : localPart === pattern
}
export function receiveMessage(w, { from, to, cc, subject, text, sizeBytes, at }) {
  const targets = [...to, ...(cc ?? [])]
    .map((address) => ({ address, found: findDomainAnywhere(w, domainOf(address)) }))
    .filter(({ found }) => found)
  if (targets.length === 0) throw notFound('No recipient is at a domain of an organization.')
  const receiving = targets.filter(({ found }) => found.domain.receiveState === 'verified')
  if (receiving.length === 0) throw conflict('The domain does not receive mail.')
  const createdAt = at ?? w.now()
  const results = []
  // One message per domain it arrives at, so that none sees another's log.
  for (const domain of new Set(receiving.map(({ found }) => found.domain))) {
    const { org } = receiving.find(({ found }) => found.domain === domain).found
    const id = newId('msg')
    const raw = rawMessage({ id, from, to, cc, subject, text, createdAt, sizeBytes })
    const message = {
      id,
      direction: 'receive',
      state: 'received',
      from,
      to,
      cc,
      subject,
      sizeBytes: Buffer.byteLength(raw),
      door: 'mx',
      domainId: domain.id,
      raw,
      createdAt,
      stateAt: createdAt,
      recipients: [],
      events: [],
      seq: w.seq(),
    }
    org.email.messages.set(id, message)
    const locals = receiving
      .filter(({ found }) => found.domain === domain)
      .map(({ address }) => address.slice(0, address.lastIndexOf('@')).toLowerCase())
    const routes = [...org.email.routes.values()].filter(
      (route) => route.domainId === domain.id && locals.some((local) => routeFits(route, local)),
    )
    const endpoints = [...new Set(routes.map((route) => route.endpointId))]
      .map((endpointId) => org.email.webhooks.get(endpointId))
      .filter((endpoint) => endpoint && !endpoint.disabled)
    const deliveries = endpoints.map((endpoint) =>
      deliver(w, org, endpoint, {
        eventType: 'message.received',
        messageId: id,
        data: {
          message: showMessage(message),
          routeIds: routes.filter((route) => route.endpointId === endpoint.id).map((route) => route.id),
        },
      }),
    )
    results.push({ org, message, routes, deliveries })
  }
  return results
}

const RANK = { sent: 0, delivered: 1, bounced: 2, complained: 3, failed: 4 }
/** Something is reported about a sent message: delivered, bounced or complained. */
export function reportMessage(w, org, message, { kind, recipient, bounce, detail, at }) {
  if (message.direction !== 'send' || message.state === 'failed') throw conflict('The message was not sent.')
  const recipients =
    recipient === undefined
      ? message.recipients
      : message.recipients.filter((address) => address.toLowerCase() === recipient.toLowerCase())
  if (recipients.length === 0) throw notFound(`${recipient} is not a recipient of the message.`)
  const occurredAt = at ?? w.now()
  const deliveries = []
  const suppressions = []
  for (const address of recipients) {
    const event = compact({
      kind,
      recipient: address,
      bounceType: kind === 'bounced' ? bounce : undefined,
      detail:
        detail ??
        (kind === 'bounced'
          ? { diagnostic: bounce === 'hard' ? '550 5.1.1 no such mailbox' : '452 4.2.2 mailbox full' }
          : undefined),
      occurredAt,
    })
    message.events.push(event)
    if (kind === 'bounced' && event.detail)
      message.lastError = String(event.detail.diagnostic ?? `${bounce} bounce of ${address}`)
    const settles = kind !== 'bounced' || bounce === 'hard' // a soft bounce is tried again
    if (settles && RANK[kind] > RANK[message.state]) {
      message.state = kind
      message.stateAt = occurredAt
    }
    if (kind === 'complained' || (kind === 'bounced' && bounce === 'hard')) {
      const entry = suppress(w, org, address, kind === 'complained' ? 'complaint' : 'bounce')
      if (entry) suppressions.push(entry)
    }
    deliveries.push(...notify(w, org, message, `message.${kind}`, { event: showEvent(event) }))
  }
  considerPause(w, org)
  return { deliveries, suppressions, paused: org.email.paused !== null }
}

/** Pauses sending when too large a share of the last day's messages bounced or was complained about. */
function considerPause(w, org) {
  const email = org.email
  if (email.paused) return
  const now = w.now()
  const recent = [...email.messages.values()].filter(
    (m) =>
      m.direction === 'send' &&
      m.state !== 'failed' &&
      m.createdAt <= now &&
      m.createdAt > now - PAUSE_WINDOW &&
      m.seq > email.countFrom,
  )
  if (recent.length < PAUSE_MINIMUM) return
  const share = (test) => {
    const hit = recent.filter((message) => message.events.some(test)).length
    return hit < PAUSE_EVENTS ? 0 : (100 * hit) / recent.length
  }
  const bounces = share((event) => event.kind === 'bounced' && event.bounceType === 'hard')
  const complaints = share((event) => event.kind === 'complained')
  const reason =
    bounces >= email.bouncePausePct
      ? `${bounces.toFixed(1)} % of the messages of the last day bounced`
      : complaints >= email.complaintPausePct
        ? `${complaints.toFixed(1)} % of the messages of the last day were complained about`
        : null
  if (reason) email.paused = { at: now, reason }
}
export function unpause(w, org) {
  org.email.paused = null
  org.email.countFrom = w.seq()
}

// --- routes ----------------------------------------------------------------------------------------------------------

const ROOT = '/api/v1/email'
const of = (map, id, what) => {
  const found = map.get(id)
  if (!found) throw notFound(`There is no ${what} ${id}.`)
  return found
}
const showKey = (k) =>
  compact({
    id: k.id,
    name: k.name,
    keyId: k.keyId,
    domainIds: k.domainIds,
    createdAt: iso(k.createdAt),
    lastUsedAt: k.lastUsedAt && iso(k.lastUsedAt),
  })
const showRoute = (r) => ({
  id: r.id,
  domainId: r.domainId,
  pattern: r.pattern,
  endpointId: r.endpointId,
  createdAt: iso(r.createdAt),
})
const showWebhook = (h) => ({
  id: h.id,
  url: h.url,
  eventTypes: h.eventTypes,
  disabled: h.disabled,
  createdAt: iso(h.createdAt),
})
const showSuppression = (s) => ({ id: s.id, address: s.address, reason: s.reason, createdAt: iso(s.createdAt) })
/** A domain of the organization on which the caller has a permission. */
function domainFor({ p, org }, permission, id) {
  const domain = of(org.email.domains, id, 'domain')
  if (!p.can(permission, id)) throw forbidden(`This needs the permission ${permission} on the domain ${domain.name}.`)
  return domain
}
const eventTypes = (value, path) => [...new Set(v.list(v.oneOf(...EVENT_TYPES), { min: 1 })(value, path))]
/** A key or route belongs to domains: a scoped subject must reach all of them; a key for all domains is the organization's. */
const reaches = (p, permission, domainIds) =>
  domainIds.length === 0 ? p.can(permission) : domainIds.every((id) => p.can(permission, id))

function messageOf({ w, p, org, params }) {
  const message = org.email.messages.get(params.id)
  if (!message || w.now() - message.createdAt > LOG_WINDOW) throw notFound(`There is no message ${params.id}.`)
  if (!p.can('email.message.read', message.domainId))
    throw forbidden('This needs the permission email.message.read on the domain of the message.')
  return message
}

export const routes = [
  {
    op: 'listSendKeys',
    method: 'GET',
    path: `${ROOT}/keys`,
    some: 'email.key.read',
    run: ({ p, org }) => ({
      status: 200,
      body: {
        sendKeys: [...org.email.keys.values()]
          .filter((key) => key.revokedAt === undefined && reaches(p, 'email.key.read', key.domainIds))
          .map(showKey),
      },
    }),
  },

  {
    op: 'createSendKey',
    method: 'POST',
    path: `${ROOT}/keys`,
    some: 'email.key.admin',
    run: ({ w, p, org, input }) => {
      const body = input(v.object({ name: v.name(), domainIds: v.optional(v.list(v.string(), { min: 1, max: 100 })) }))
      const domainIds = [...new Set(body.domainIds ?? [])]
      for (const id of domainIds) domainFor({ p, org }, 'email.key.admin', id)
      if (domainIds.length === 0) p.need('email.key.admin')
      const keyId = `esk_${random(12)}`
      const secret = `${keyId}.${random(40)}`
      const key = {
        id: newId('key'),
        name: body.name,
        keyId,
        domainIds,
        hash: hash(secret),
        createdAt: w.now(),
        seq: w.seq(),
      }
      org.email.keys.set(key.id, key)
      return { status: 201, body: { sendKey: showKey(key), secret } }
    },
  },

  {
    op: 'revokeSendKey',
    method: 'DELETE',
    path: `${ROOT}/keys/{id}`,
    some: 'email.key.write',
    run: ({ w, p, org, params }) => {
      const key = of(org.email.keys, params.id, 'send key')
      if (key.revokedAt !== undefined) throw notFound(`There is no send key ${params.id}.`)
      if (!reaches(p, 'email.key.write', key.domainIds))
        throw forbidden('This needs the permission email.key.write on every domain of the key.')
      key.revokedAt = w.now()
      return { status: 204 }
    },
  },

  {
    op: 'listRoutes',
    method: 'GET',
    path: `${ROOT}/routes`,
    some: 'email.route.read',
    run: ({ p, org }) => ({
      status: 200,
      body: {
        routes: [...org.email.routes.values()]
          .filter((route) => p.can('email.route.read', route.domainId))
          .map(showRoute),
      },
    }),
  },

  {
    op: 'createRoute',
    method: 'POST',
    path: `${ROOT}/routes`,
    some: 'email.route.write',
    run: ({ w, p, org, input }) => {
      const body = input(
        v.object({
          domainId: v.string(),
          endpointId: v.string(),
          pattern: v.string({
            max: 64,
            pattern: /^(?:[A-Za-z0-9.!#$%&'+/=?^_`{|}~-]+\*?|\*)$/,
            what: 'a local part, the beginning of one with a star, or a star',
          }),
        }),
      )
      const domain = domainFor({ p, org }, 'email.route.write', body.domainId)
      of(org.email.webhooks, body.endpointId, 'webhook endpoint')
      if (domain.receiveState === 'none') throw conflict('Receiving is not armed on the domain.')
      if (
        [...org.email.routes.values()].some(
          (route) => route.domainId === domain.id && route.pattern.toLowerCase() === body.pattern.toLowerCase(),
        )
      )
        throw conflict('The pattern already exists on the domain.')
      const route = {
        id: newId('rte'),
        domainId: domain.id,
        pattern: body.pattern,
        endpointId: body.endpointId,
        createdAt: w.now(),
      }
      org.email.routes.set(route.id, route)
      return { status: 201, body: showRoute(route) }
    },
  },

  {
    op: 'deleteRoute',
    method: 'DELETE',
    path: `${ROOT}/routes/{id}`,
    some: 'email.route.write',
    run: ({ p, org, params }) => {
      const route = of(org.email.routes, params.id, 'route')
      domainFor({ p, org }, 'email.route.write', route.domainId)
      org.email.routes.delete(route.id)
      return { status: 204 }
    },
  },

  {
    op: 'listDomains',
    method: 'GET',
    path: `${ROOT}/domains`,
    some: 'email.domain.read',
    run: ({ p, org }) => ({
      status: 200,
      body: {
        domains: [...org.email.domains.values()]
          .filter((domain) => p.can('email.domain.read', domain.id))
          .map(showDomain),
      },
    }),
  },

  {
    op: 'createDomain',
    method: 'POST',
    path: `${ROOT}/domains`,
    need: 'email.domain.write',
    run: ({ w, org, input }) => {
      const body = input(v.object({ name: v.string({ max: 253 }) }))
      const name = body.name.toLowerCase().replace(/\.$/, '')
      if (!HOSTNAME.test(name)) throw bad('name must be a domain name')
      if (findDomainAnywhere(w, name) || w.domainClaims.has(name))
        throw conflict(`The domain ${name} already has a live claim.`)
      const domain = {
        id: newId('dom'),
        name,
        token: random(20),
        sendState: 'pending',
        receiveState: 'none',
        createdAt: w.now(),
      }
      org.email.domains.set(domain.id, domain)
      planCheck(w, org, domain)
      return { status: 201, body: showDomain(domain) }
    },
  },

  {
    op: 'getDomain',
    method: 'GET',
    path: `${ROOT}/domains/{id}`,
    some: 'email.domain.read',
    run: (ctx) => ({ status: 200, body: showDomain(domainFor(ctx, 'email.domain.read', ctx.params.id)) }),
  },

  {
    op: 'deleteDomain',
    method: 'DELETE',
    path: `${ROOT}/domains/{id}`,
    some: 'email.domain.write',
    run: ({ p, org, params }) => {
      const domain = domainFor({ p, org }, 'email.domain.write', params.id)
      domain.cancelCheck?.()
      domain.cancelForced?.()
      org.email.domains.delete(domain.id)
      for (const route of [...org.email.routes.values()])
        if (route.domainId === domain.id) org.email.routes.delete(route.id)
      return { status: 204 }
    },
  },

  {
    op: 'getDomainDns',
    method: 'GET',
    path: `${ROOT}/domains/{id}/dns`,
    some: 'email.domain.read',
    run: ({ w, p, org, params }) => ({
      status: 200,
      body: {
        records: recordsOf(domainFor({ p, org }, 'email.domain.read', params.id)).map((record) => {
          const { outcome, observed } = observe(w, record)
          return compact({
            capability: record.capability,
            type: record.type,
            name: record.name,
            expected: record.value,
            priority: record.priority,
            status: outcome,
            observed,
          })
        }),
      },
    }),
  },

  {
    op: 'checkDomain',
    method: 'POST',
    path: `${ROOT}/domains/{id}/check`,
    some: 'email.domain.write',
    run: ({ w, p, org, params }) => {
      const domain = domainFor({ p, org }, 'email.domain.write', params.id)
      domain.cancelForced ??= w.clock.after(CHECK_DELAY, 'domain-check', 'EmailDomain', domain.id, () => {
        domain.cancelForced = undefined
        verifyDomain(w, org, domain)
      })
      return { status: 202, body: { status: 'scheduled' } }
    },
  },

  {
    op: 'armReceiving',
    method: 'POST',
    path: `${ROOT}/domains/{id}/receive`,
    some: 'email.domain.write',
    run: ({ w, p, org, params }) => {
      const domain = domainFor({ p, org }, 'email.domain.write', params.id)
      if (domain.receiveState === 'none' || domain.receiveState === 'failed') {
        domain.receiveState = 'pending'
        domain.armedAt = w.now()
        planCheck(w, org, domain)
      }
      return { status: 200, body: showDomain(domain) }
    },
  },

  {
    op: 'listMessages',
    method: 'GET',
    path: `${ROOT}/messages`,
    some: 'email.message.read',
    run: ({ w, p, org, query }) => {
      const { direction, state, domainId, to, since, cursor } = query
      if (direction !== undefined && direction !== 'send' && direction !== 'receive')
        throw bad('direction must be send or receive.')
      const from = since === undefined ? -Infinity : parseInstant(since)
      if (Number.isNaN(from)) throw bad('since must be an ISO 8601 timestamp with a time zone.')
      let position = null
      if (cursor !== undefined) {
        const match = /^(-?\d+)\.(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
        if (!match) throw bad('cursor is not one that this list gave.')
        position = { createdAt: Number(match[1]), seq: Number(match[2]) }
      }
      const oldest = w.now() - LOG_WINDOW
      const order = newestFirst('createdAt')
      const all = [...org.email.messages.values()]
        .filter(
          (m) =>
            m.createdAt >= oldest &&
            m.createdAt >= from &&
            (direction === undefined || m.direction === direction) &&
            (state === undefined || m.state === state) &&
            (domainId === undefined || m.domainId === domainId) &&
            (to === undefined || m.to.some((address) => address.toLowerCase() === to.toLowerCase())) &&
            p.can('email.message.read', m.domainId) &&
            (position === null || order(position, m) < 0),
        )
        .sort(order)
      const page = all.slice(0, PAGE)
      const last = page.at(-1)
      return {
        status: 200,
        body: {
          messages: page.map(showMessage),
          ...(all.length > PAGE ? { cursor: Buffer.from(`${last.createdAt}.${last.seq}`).toString('base64url') } : {}),
        },
      }
    },
  },

  {
    op: 'getMessage',
    method: 'GET',
    path: `${ROOT}/messages/{id}`,
    some: 'email.message.read',
    run: (ctx) => {
      const message = messageOf(ctx)
      return {
        status: 200,
        body: {
          message: showMessage(message),
          events: message.events.toSorted((a, b) => a.occurredAt - b.occurredAt).map(showEvent),
        },
      }
    },
  },

  {
    op: 'getMessageContent',
    method: 'GET',
    path: `${ROOT}/messages/{id}/content`,
    some: 'email.message.read',
    run: (ctx) => {
      const message = messageOf(ctx)
      if (ctx.w.now() - message.createdAt > RAW_WINDOW) throw notFound('The content is past its retention window.')
      return { status: 200, headers: { 'content-type': 'message/rfc822' }, raw: Buffer.from(message.raw) }
    },
  },

  {
    op: 'getEmailSettings',
    method: 'GET',
    path: `${ROOT}/settings`,
    some: 'email.settings.read',
    run: ({ w, org: { email }, org }) => ({
      status: 200,
      body: compact({
        dailyQuota: email.dailyQuota,
        paused: email.paused !== null,
        pausedAt: email.paused ? iso(email.paused.at) : undefined,
        pauseReason: email.paused?.reason,
        bouncePausePct: email.bouncePausePct,
        complaintPausePct: email.complaintPausePct,
        acceptedToday: acceptedOn(org, dayOf(w.now())),
      }),
    }),
  },

  {
    op: 'listSuppressions',
    method: 'GET',
    path: `${ROOT}/suppressions`,
    need: 'email.suppression.read',
    run: ({ org }) => ({
      status: 200,
      body: { suppressions: [...org.email.suppressions.values()].sort(newestFirst('createdAt')).map(showSuppression) },
    }),
  },

  {
    op: 'createSuppression',
    method: 'POST',
    path: `${ROOT}/suppressions`,
    need: 'email.suppression.write',
    run: ({ w, org, input }) => {
      const { address } = input(v.object({ address: v.email() }))
      const entry = suppressionOf(org, address) ?? suppress(w, org, address, 'manual')
      entry.reason = 'manual'
      return { status: 201, body: showSuppression(entry) }
    },
  },

  {
    op: 'deleteSuppression',
    method: 'DELETE',
    path: `${ROOT}/suppressions/{id}`,
    need: 'email.suppression.write',
    run: ({ org, params }) => {
      of(org.email.suppressions, params.id, 'suppression')
      org.email.suppressions.delete(params.id)
      return { status: 204 }
    },
  },

  {
    op: 'listWebhooks',
    method: 'GET',
    path: `${ROOT}/webhooks`,
    need: 'email.webhook.read',
    run: ({ org }) => ({ status: 200, body: { webhooks: [...org.email.webhooks.values()].map(showWebhook) } }),
  },

  {
    op: 'createWebhook',
    method: 'POST',
    path: `${ROOT}/webhooks`,
    need: 'email.webhook.write',
    run: ({ w, org, input }) => {
      const body = input(v.object({ url: v.url(), eventTypes }))
      const webhook = {
        id: newId('whk'),
        ...body,
        disabled: false,
        signingSecret: newSigningSecret(),
        createdAt: w.now(),
      }
      org.email.webhooks.set(webhook.id, webhook)
      return { status: 201, body: { webhook: showWebhook(webhook), signingSecret: webhook.signingSecret } }
    },
  },

  {
    op: 'updateWebhook',
    method: 'PATCH',
    path: `${ROOT}/webhooks/{id}`,
    need: 'email.webhook.write',
    run: ({ org, params, input }) => {
      const webhook = of(org.email.webhooks, params.id, 'webhook endpoint')
      Object.assign(
        webhook,
        input(
          v.object({ url: v.optional(v.url()), eventTypes: v.optional(eventTypes), disabled: v.optional(v.boolean()) }),
        ),
      )
      if (webhook.disabled) abandon(org, webhook.id, 'the endpoint was disabled')
      return { status: 200, body: showWebhook(webhook) }
    },
  },

  {
    op: 'deleteWebhook',
    method: 'DELETE',
    path: `${ROOT}/webhooks/{id}`,
    need: 'email.webhook.write',
    run: ({ org, params }) => {
      const webhook = of(org.email.webhooks, params.id, 'webhook endpoint')
      if ([...org.email.routes.values()].some((route) => route.endpointId === webhook.id))
        throw conflict('An inbound route still targets the endpoint.')
      org.email.webhooks.delete(webhook.id)
      abandon(org, webhook.id, 'the endpoint was deleted')
      return { status: 204 }
    },
  },

  {
    op: 'rotateWebhookSecret',
    method: 'POST',
    path: `${ROOT}/webhooks/{id}/rotate-secret`,
    need: 'email.webhook.write',
    run: ({ org, params }) => {
      const webhook = of(org.email.webhooks, params.id, 'webhook endpoint')
      webhook.signingSecret = newSigningSecret()
      return { status: 200, body: { signingSecret: webhook.signingSecret } }
    },
  },

  {
    op: 'listDeliveries',
    method: 'GET',
    path: `${ROOT}/webhook-deliveries`,
    need: 'email.webhook.read',
    run: ({ org, query }) => ({
      status: 200,
      body: {
        deliveries: [...org.email.deliveries.values()]
          .filter(
            (d) =>
              (query.messageId === undefined || d.messageId === query.messageId) &&
              (query.endpointId === undefined || d.endpointId === query.endpointId),
          )
          .sort(newestFirst('createdAt'))
          .slice(0, RECENT_DELIVERIES)
          .map(showDelivery),
      },
    }),
  },

  {
    op: 'redeliverDelivery',
    method: 'POST',
    path: `${ROOT}/webhook-deliveries/{id}/redeliver`,
    need: 'email.webhook.write',
    run: ({ w, org, params }) => {
      const delivery = /^\d+$/.test(params.id) ? org.email.deliveries.get(Number(params.id)) : undefined
      if (!delivery) throw notFound(`There is no delivery ${params.id}.`)
      return { status: 202, body: { id: redeliver(w, org, delivery).id } }
    },
  },

  // Side door.
  {
    op: 'sendMessage',
    door: true,
    open: true,
    method: 'POST',
    path: `${ROOT}/send`,
    run: ({ w, headers, input }) => {
      const found = findSendKey(w, { secret: bearer(headers) ?? '' })
      if (!found || found.key.revokedAt !== undefined) throw new HttpError(401, 'No valid send key.')
      if (!found.org.entitlements.email)
        throw forbidden('Email is in private beta and not enabled for this organization.')
      if (!w.backends.email) throw new HttpError(502, 'The email backend cannot be reached.')
      const body = input(
        v.object({
          from: v.email(),
          to: v.list(v.email(), { min: 1, max: 50 }),
          cc: v.optional(v.list(v.email(), { max: 50 })),
          subject: v.optional(v.string({ min: 0, max: 998 })),
          text: v.optional(v.string({ min: 0, max: 1_000_000 })),
        }),
      )
      const { message } = sendMessage(w, { org: found.org, ...body, key: found.key, door: 'api', recordFailure: true })
      return { status: 202, body: { id: message.id } }
    },
  },
].map((route) => ({ area: 'email', ...route }))

export function findSendKey(w, { id, secret }) {
  for (const org of w.orgs.values())
    for (const key of org.email.keys.values()) {
      if (secret !== undefined ? sameHash(secret, key.hash) : key.id === id || key.keyId === id) return { org, key }
    }
  return null
}
