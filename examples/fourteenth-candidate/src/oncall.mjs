// On-call: incidents and alerts, schedules, escalation and pages, personal paging, the SMS and voice provider.
import { W, now, later, iso, stamp, readTime, nextSeq, newId, newSecret, sha, byId, has, text, optText, int, oneOf, object, bad, missing, refuse, ok, made, gone, mayAny, DAY } from './base.mjs'

const FILTER = { new: 'open', taken: 'acknowledged', over: 'resolved' }
const E164 = /^\+[1-9]\d{1,14}$/

// ---------------------------------------------------------------- rotation
const zones = new Map()
function clockFor(zone) {
  if (!zones.has(zone)) zones.set(zone, new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' }))
  return zones.get(zone)
}
// The wall clock of the zone, as if it were UTC.
function wall(zone, ms) {
  const p = Object.fromEntries(clockFor(zone).formatToParts(new Date(ms)).map((x) => [x.type, Number(x.value)]))
  return Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second)
}
function instant(zone, wallMs) {
  let guess = wallMs
  for (let i = 0; i < 3; i++) guess += wallMs - wall(zone, guess)
  return guess
}
const timeOf = (h) => {
  const [hh, mm, ss] = h.time.split(':').map(Number)
  return ((hh * 60 + mm) * 60 + (ss || 0)) * 1000
}
const stretch = (h) => (h.interval === 'daily' ? 1 : 7)
// 1970-01-01 was a Thursday; a week begins on its handoff day (Sunday if none is named).
const firstDay = (h) => (h.interval === 'daily' ? 0 : ((h.dow ?? 0) - 4 + 7) % 7)
export function onCall(s, at = now()) {
  const active = s.overrides.find((o) => readTime(o.startsAt) <= at && at < readTime(o.endsAt))
  if (active) return { userId: active.userId, label: active.label, until: stamp(readTime(active.endsAt)), override: true }
  if (!s.participants.length) return null
  const h = s.handoff
  const local = wall(s.timezone, at)
  let shift = Math.floor((Math.floor((local - timeOf(h)) / DAY) - firstDay(h)) / stretch(h))
  const startOf = (n) => instant(s.timezone, (n * stretch(h) + firstDay(h)) * DAY + timeOf(h))
  while (startOf(shift + 1) <= at) shift++
  while (startOf(shift) > at) shift--
  const who = s.participants[((shift % s.participants.length) + s.participants.length) % s.participants.length]
  return { userId: who.userId, label: who.label, until: stamp(startOf(shift + 1)), override: false }
}

// ---------------------------------------------------------------- escalation and pages
function page(org, incident, personId, channel, step, round) {
  const person = W.people.get(personId)
  const entry = { id: ++W.pageSeq, at: iso(now()), incidentId: incident.id, userId: personId, channel, to: channel === 'email' ? person.email : person.paging?.phone ?? '', step, round, outcome: 'sent' }
  if (channel !== 'email') {
    const does = org.providerDoes.pages
    const error = !org.provider ? 'no-credential' : does === 'rejects' ? 'rejected by the provider' : does === 'unreachable' ? 'the provider cannot be reached' : null
    if (error) Object.assign(entry, { outcome: 'failed', error })
  }
  W.pages.push(entry)
  note(incident, `page ${channel} ${entry.outcome}${entry.error ? `: ${entry.error}` : ''}`, person.label)
}
const note = (incident, what, by = '') => incident.timeline.push({ at: stamp(now()), what, by })
const rulesOf = (person) => person.paging?.rules ?? [{ channel: 'email', delaySeconds: 0 }]
function notify(org, incident, personId, step, round) {
  const person = W.people.get(personId)
  if (!person || !org.members.has(personId)) return
  for (const rule of rulesOf(person)) {
    const run = () => incident.status === 'open' && org.members.has(personId) && page(org, incident, personId, rule.channel, step, round)
    if (rule.delaySeconds === 0) run()
    else later(now() + rule.delaySeconds * 1000, 'page', 'OncallIncident', incident.id, run)
  }
}
function walk(org, incident, policyId, step, round, left) {
  const p = org.policies.get(policyId)
  if (!p || incident.status !== 'open' || left <= 0 || !p.steps.length) return
  if (step >= p.steps.length) {
    step = 0
    round++
  }
  if (round >= Math.max(1, p.repeat)) return
  const { target, waitSeconds } = p.steps[step]
  const s = target.kind === 'schedule' ? org.schedules.get(target.id) : null
  const who = target.kind === 'user' ? target.id : s ? onCall(s)?.userId : undefined
  if (who !== undefined) notify(org, incident, who, step, round)
  later(now() + waitSeconds * 1000, 'escalation', 'OncallIncident', incident.id, () => walk(org, incident, policyId, step + 1, round, left - 1))
}
function open(org, service, title, description) {
  const i = { id: newId(), seq: nextSeq(), serviceId: service.id, serviceName: service.name, title, description, status: 'open', openedAt: now(), acknowledgedAt: null, resolvedAt: null, alerts: [], timeline: [], updates: [] }
  org.incidents.push(i)
  note(i, 'opened')
  if (service.policyId !== null) {
    const { policyId } = service
    later(now(), 'escalation', 'OncallIncident', i.id, () => walk(org, i, policyId, 0, 0, 1000))
  }
  return i
}
const firing = (i) => i.alerts.filter((a) => a.firing).length
export function fire(org, service, alert, title) {
  const live = org.incidents.find((i) => i.serviceId === service.id && i.status !== 'resolved')
  const i = live ?? open(org, service, title ?? alert)
  const known = i.alerts.find((a) => a.fingerprint === alert)
  if (known) known.firing = true
  else i.alerts.push({ fingerprint: alert, firing: true })
  note(i, `alert ${alert} fires`)
  return { incidentId: i.id, opened: !live, firingAlerts: firing(i) }
}
export function calm(org, service, alert) {
  const i = org.incidents.findLast((x) => x.serviceId === service.id && x.alerts.some((a) => a.fingerprint === alert && a.firing))
  if (!i) return null
  i.alerts.find((a) => a.fingerprint === alert).firing = false
  note(i, `alert ${alert} is over`)
  return { incidentId: i.id, resolved: false, firingAlerts: firing(i) }
}
export function statusPage(org, ids) {
  return org.incidents.filter((i) => i.updates.length && ids.includes(i.serviceId)).map((i) => ({ id: i.id, updates: i.updates.map((u) => ({ ...u })) }))
}
export function serviceAnywhere(id) {
  for (const org of W.orgs.values()) if (org.services.has(id)) return { org, service: org.services.get(id) }
  return null
}
export function sourceAnywhere(id) {
  for (const org of W.orgs.values()) if (org.sources.has(id)) return { org, source: org.sources.get(id) }
  return null
}

// ---------------------------------------------------------------- shapes and bodies
const incidentShape = (i) => ({ id: i.id, serviceId: i.serviceId, serviceName: i.serviceName, title: i.title, status: i.status, openedAt: stamp(i.openedAt), ...(i.acknowledgedAt === null ? {} : { acknowledgedAt: stamp(i.acknowledgedAt) }), ...(i.resolvedAt === null ? {} : { resolvedAt: stamp(i.resolvedAt) }), firingAlerts: firing(i) })
const scheduleShape = (s) => {
  const who = onCall(s)
  return { id: s.id, name: s.name, timezone: s.timezone, participants: s.participants, handoff: s.handoff, ...(who ? { onCallNow: who } : {}), overrides: s.overrides, createdAt: stamp(s.createdAt) }
}
const policyShape = (org, p) => ({ id: p.id, name: p.name, repeat: p.repeat, steps: p.steps, services: [...org.services.values()].filter((s) => s.policyId === p.id).length, createdAt: stamp(p.createdAt) })
const serviceShape = (s) => ({ id: s.id, name: s.name, createdAt: stamp(s.createdAt), ...(s.policyId === null ? {} : { escalationPolicyId: s.policyId }) })
const sourceShape = (s) => ({ id: s.id, name: s.name, serviceId: s.serviceId, createdAt: stamp(s.createdAt), lastEventAt: s.lastEventAt === null ? '' : stamp(s.lastEventAt) })
const providerShape = (p) => ({ configured: !!p, accountSid: p?.accountSid ?? '', fromNumber: p?.fromNumber ?? '', updatedAt: p ? stamp(p.updatedAt) : '' })
const list = (b, k) => (Array.isArray(b[k]) ? b[k] : bad(`${k} must be a list`))
const each = (b, k, read) => list(b, k).map((x) => (x === null || typeof x !== 'object' || Array.isArray(x) ? bad(`an entry of ${k} must be an object`) : read(x)))
const readParticipants = (b) => each(b, 'participants', (x) => ({ userId: text(x, 'userId'), label: text(x, 'label') }))
function readZone(b) {
  const z = text(b, 'timezone')
  try {
    clockFor(z)
  } catch {
    bad('timezone is not known')
  }
  return z
}
function readHandoff(b) {
  const h = object(b, 'handoff')
  const out = { interval: oneOf(h, 'interval', ['daily', 'weekly']) }
  if (has(h, 'dow')) {
    out.dow = int(h, 'dow', 0)
    if (out.dow > 6) bad('dow is 0 for Sunday to 6 for Saturday')
  }
  out.time = text(h, 'time')
  if (!/^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(out.time)) bad('time must look like 09:00')
  return out
}
const readSteps = (b) =>
  each(b, 'steps', (x) => {
    const t = object(x, 'target')
    return { target: { kind: oneOf(t, 'kind', ['schedule', 'user']), id: text(t, 'id'), label: text(t, 'label') }, waitSeconds: int(x, 'waitSeconds', 0) }
  })

const READ = 'oncall.incident.read'
const WRITE = 'oncall.incident.write'
const need = (c, perm) => mayAny(c.ctx, perm) || missing()
const find = (c, what, id = c.p.id) => c.ctx.org[what].get(id) ?? missing()
const incidentAt = (c, perm) => {
  need(c, perm)
  return c.ctx.org.incidents.find((i) => i.id === c.p.id) ?? missing('no such incident')
}

export const doors = {
  'POST /api/v1/oncall/hook/{id}': (c) => {
    const secret = /^Bearer (\S+)$/i.exec(c.req.headers.authorization ?? '')?.[1]
    const hit = sourceAnywhere(c.p.id)
    if (!hit || !secret || hit.source.hash !== sha(secret)) refuse(401, 'no such alert source, or another token')
    const { org, source } = hit
    const alerts = each(c.b, 'alerts', (a) => {
      const labels = has(a, 'labels') ? object(a, 'labels') : {}
      const print = typeof a.fingerprint === 'string' ? a.fingerprint : sha(JSON.stringify(Object.entries(labels).sort())).slice(0, 16)
      const title = [a.annotations?.summary, labels.alertname, print].find((x) => typeof x === 'string' && x !== '')
      return { status: a.status ?? c.b.status ?? 'firing', print, title }
    })
    source.lastEventAt = now()
    const service = org.services.get(source.serviceId)
    for (const a of alerts) a.status === 'resolved' ? calm(org, service, a.print) : fire(org, service, a.print, a.title)
    return { status: 202 }
  },
  'GET /api/v1/oncall/board/{serviceId}': (c) => {
    const hit = serviceAnywhere(c.p.serviceId) ?? missing('no such page')
    return ok({ incidents: statusPage(hit.org, [hit.service.id]) })
  },
}
export const memberDoors = {
  'GET /api/v1/oncall/things': (c) => {
    need(c, READ)
    return ok({ services: byId(c.ctx.org.services.values()).map(serviceShape) })
  },
  'POST /api/v1/oncall/things': (c) => {
    need(c, WRITE)
    const s = { id: newId(), name: text(c.b, 'name'), createdAt: now(), policyId: null }
    c.ctx.org.services.set(s.id, s)
    return made(serviceShape(s))
  },
}

export const routes = {
  'GET /api/v1/oncall/phone-account': (c) => {
    need(c, READ)
    return ok(providerShape(c.ctx.org.provider))
  },
  'POST /api/v1/oncall/phone-account': (c) => {
    need(c, WRITE)
    const p = { accountSid: text(c.b, 'accountSid'), authToken: text(c.b, 'authToken'), fromNumber: text(c.b, 'fromNumber'), updatedAt: now() }
    const does = c.ctx.org.providerDoes.verification
    if (does === 'rejects') refuse(422, 'the provider rejects these credentials')
    if (does === 'unreachable') refuse(502, 'the provider cannot be reached')
    c.ctx.org.provider = p
    return ok(providerShape(p))
  },
  'DELETE /api/v1/oncall/phone-account': (c) => {
    need(c, WRITE)
    c.ctx.org.provider = null
    return gone()
  },
  'GET /api/v1/oncall/incidents': (c) => {
    need(c, READ)
    const f = c.q.has('status') ? FILTER[oneOf({ status: c.q.get('status') }, 'status', Object.keys(FILTER))] : null
    const hits = c.ctx.org.incidents.filter((i) => (f ? i.status === f : i.status !== 'resolved')).sort((a, b) => b.openedAt - a.openedAt || b.seq - a.seq)
    return ok({ incidents: hits.slice(0, 100).map(incidentShape) })
  },
  'POST /api/v1/oncall/incidents': (c) => {
    need(c, WRITE)
    const serviceId = text(c.b, 'serviceId')
    const title = text(c.b, 'title')
    const description = optText(c.b, 'description')
    if (title === '') bad('title is empty')
    return ok(incidentShape(open(c.ctx.org, find(c, 'services', serviceId), title, description)))
  },
  'GET /api/v1/oncall/incidents/{id}': (c) => {
    const i = incidentAt(c, READ)
    return ok({ incident: incidentShape(i), ...(i.description === undefined ? {} : { description: i.description }), alerts: i.alerts, timeline: i.timeline })
  },
  'POST /api/v1/oncall/incidents/{id}/take': (c) => {
    const i = incidentAt(c, WRITE)
    if (i.status !== 'open') bad('only an open incident is acknowledged')
    i.status = 'acknowledged'
    i.acknowledgedAt = now()
    note(i, 'acknowledged', c.ctx.person.label)
    return ok(incidentShape(i))
  },
  'POST /api/v1/oncall/incidents/{id}/close': (c) => {
    const i = incidentAt(c, WRITE)
    if (i.status === 'resolved') bad('this incident is resolved')
    i.status = 'resolved'
    i.resolvedAt = now()
    note(i, 'resolved', c.ctx.person.label)
    return ok(incidentShape(i))
  },
  'POST /api/v1/oncall/incidents/{id}/notes': (c) => {
    const i = incidentAt(c, WRITE)
    const u = { id: newId(), at: stamp(now()), body: text(c.b, 'body'), byLabel: c.ctx.person.label }
    i.updates.push(u)
    return ok(u)
  },
  'DELETE /api/v1/oncall/incidents/{id}/notes/{uid}': (c) => {
    const i = incidentAt(c, WRITE)
    const n = i.updates.findIndex((u) => u.id === c.p.uid)
    if (n < 0) missing('no such update')
    i.updates.splice(n, 1)
    return gone()
  },
  'GET /api/v1/oncall/rotas': (c) => {
    need(c, READ)
    return ok({ schedules: byId(c.ctx.org.schedules.values()).map(scheduleShape) })
  },
  'POST /api/v1/oncall/rotas': (c) => {
    need(c, WRITE)
    const s = { id: newId(), name: text(c.b, 'name'), timezone: readZone(c.b), participants: readParticipants(c.b), handoff: readHandoff(c.b), overrides: [], createdAt: now() }
    c.ctx.org.schedules.set(s.id, s)
    return ok(scheduleShape(s))
  },
  'PATCH /api/v1/oncall/rotas/{id}': (c) => {
    need(c, WRITE)
    const s = find(c, 'schedules')
    const next = {}
    if (has(c.b, 'name')) next.name = text(c.b, 'name')
    if (has(c.b, 'timezone')) next.timezone = readZone(c.b)
    if (has(c.b, 'participants')) next.participants = readParticipants(c.b)
    if (has(c.b, 'handoff')) next.handoff = readHandoff(c.b)
    return ok(scheduleShape(Object.assign(s, next)))
  },
  'DELETE /api/v1/oncall/rotas/{id}': (c) => {
    need(c, WRITE)
    const s = find(c, 'schedules')
    for (const p of c.ctx.org.policies.values()) if (p.steps.some((x) => x.target.kind === 'schedule' && x.target.id === s.id)) refuse(409, 'an escalation step targets this schedule')
    c.ctx.org.schedules.delete(s.id)
    return gone()
  },
  'POST /api/v1/oncall/rotas/{id}/swaps': (c) => {
    need(c, WRITE)
    const s = find(c, 'schedules')
    const o = { id: newId(), userId: text(c.b, 'userId'), label: text(c.b, 'label'), startsAt: text(c.b, 'startsAt'), endsAt: text(c.b, 'endsAt') }
    if (!(readTime(o.startsAt) < readTime(o.endsAt))) bad('startsAt and endsAt must be times, in this order')
    s.overrides.push(o)
    return ok(o)
  },
  'DELETE /api/v1/oncall/rotas/{id}/swaps/{oid}': (c) => {
    need(c, WRITE)
    const s = find(c, 'schedules')
    const n = s.overrides.findIndex((o) => o.id === c.p.oid)
    if (n < 0) missing('no such override')
    s.overrides.splice(n, 1)
    return gone()
  },
  'GET /api/v1/oncall/my-paging': (c) => {
    need(c, READ)
    const p = c.ctx.person
    return ok({ email: p.email, phone: p.paging?.phone ?? '', rules: rulesOf(p) })
  },
  'PUT /api/v1/oncall/my-paging': (c) => {
    need(c, READ)
    const p = c.ctx.person
    const phone = optText(c.b, 'phone', '')
    const rules = each(c.b, 'rules', (x) => ({ channel: oneOf(x, 'channel', ['email', 'sms', 'voice']), delaySeconds: int(x, 'delaySeconds', 0) }))
    if (rules.some((r) => r.channel !== 'email') && !E164.test(phone)) bad('sms and voice need a phone in E.164 form')
    p.paging = { phone, rules }
    return ok({ email: p.email, phone, rules })
  },
  'GET /api/v1/oncall/feeds': (c) => {
    need(c, READ)
    return ok({ sources: byId(c.ctx.org.sources.values()).map(sourceShape) })
  },
  'POST /api/v1/oncall/feeds': (c) => {
    need(c, WRITE)
    const name = text(c.b, 'name')
    const service = find(c, 'services', text(c.b, 'serviceId'))
    const token = newSecret()
    const s = { id: newId(), name, serviceId: service.id, hash: sha(token), createdAt: now(), lastEventAt: null }
    c.ctx.org.sources.set(s.id, s)
    return ok({ id: s.id, name, serviceId: s.serviceId, token, createdAt: stamp(s.createdAt) })
  },
  'DELETE /api/v1/oncall/feeds/{id}': (c) => {
    need(c, WRITE)
    c.ctx.org.sources.delete(find(c, 'sources').id)
    return gone()
  },
  'PATCH /api/v1/oncall/things/{id}': (c) => {
    need(c, WRITE)
    const s = find(c, 'services')
    const id = c.b.escalationPolicyId
    if (id !== null && typeof id !== 'string') bad('escalationPolicyId must be a string, or null to detach')
    if (id !== null) find(c, 'policies', id)
    s.policyId = id
    return ok(serviceShape(s))
  },
  'GET /api/v1/oncall/ladders': (c) => {
    need(c, READ)
    return ok({ policies: byId(c.ctx.org.policies.values()).map((p) => policyShape(c.ctx.org, p)) })
  },
  'POST /api/v1/oncall/ladders': (c) => {
    need(c, WRITE)
    const p = { id: newId(), name: text(c.b, 'name'), repeat: int(c.b, 'repeat', 0), steps: readSteps(c.b), createdAt: now() }
    c.ctx.org.policies.set(p.id, p)
    return ok(policyShape(c.ctx.org, p))
  },
  'PATCH /api/v1/oncall/ladders/{id}': (c) => {
    need(c, WRITE)
    const p = find(c, 'policies')
    const next = {}
    if (has(c.b, 'name')) next.name = text(c.b, 'name')
    if (has(c.b, 'repeat')) next.repeat = int(c.b, 'repeat', 0)
    if (has(c.b, 'steps')) next.steps = readSteps(c.b)
    return ok(policyShape(c.ctx.org, Object.assign(p, next)))
  },
  'DELETE /api/v1/oncall/ladders/{id}': (c) => {
    need(c, WRITE)
    const p = find(c, 'policies')
    if ([...c.ctx.org.services.values()].some((s) => s.policyId === p.id)) refuse(409, 'a service references this policy')
    c.ctx.org.policies.delete(p.id)
    return gone()
  },
}
