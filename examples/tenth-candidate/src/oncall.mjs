// On-call: incidents and their alerts, schedules, escalation, paging, alert sources and the provider.
import { Fail, DAY, SECOND, str, matching, int, oneOf, list, opt, shape, some, stamp, secret, sha256, sameText, malformed, broken, conflict, unknown, fold, readInstant, byText, plain } from './base.mjs'
import { isZone, shift } from './zone.mjs'

const FILTER = { triggered: 'open', taken: 'acknowledged', closed: 'resolved' }
const QUIET = 3 * SECOND
const PAGE_DAYS = 30 * DAY

// ---- incidents
export function newService(world, org, name) {
  const service = world.record('OncallService', { id: world.id(), name, org: org.slug, policy: null })
  org.services.set(service.id, service)
  return service
}
const serviceView = (world, s) => ({ id: s.id, name: s.name, createdAt: stamp(s.born), ...(s.policy ? { escalationPolicyId: s.policy } : {}), ...world.meta(s) })
export const firing = (incident) => (incident.status === 'resolved' ? 0 : incident.alerts.filter((a) => a.firing).length)
function note(world, incident, what, by) {
  incident.timeline.push({ at: stamp(world.now()), what, ...(by ? { by } : {}) })
}
export function openIncident(world, org, service, { title, description, origin, by }) {
  const incident = world.record('Incident', { id: world.id(), org: org.slug, service: service.id, title, description, origin, status: 'open', alerts: [], timeline: [], updates: [], acked: null, ackedBy: null, resolved: null })
  org.incidents.push(incident)
  note(world, incident, origin === 'manual' ? 'opened by hand' : 'opened by an alert', by)
  walk(world, org, incident, 0, 0)
  return incident
}
function resolve(world, incident, by) {
  incident.status = 'resolved'
  incident.resolved = world.now()
  incident.resolvedBy = by ?? null
  note(world, incident, by ? 'resolved' : 'resolved because no alert fires any more', by)
  world.touch(incident, 'Resolved')
}
const view = (world, org, i) => ({
  id: i.id, serviceId: i.service, serviceName: org.services.get(i.service)?.name ?? '', title: i.title, status: i.status, openedAt: stamp(i.born),
  ...(i.acked !== null ? { acknowledgedAt: stamp(i.acked), acknowledgedBy: i.ackedBy } : {}), ...(i.resolved !== null ? { resolvedAt: stamp(i.resolved) } : {}), firingAlerts: firing(i), origin: i.origin, onStatusPage: i.updates.length > 0, ...world.meta(i),
})
export function fire(world, org, service, { fingerprint, title, labels = {}, annotations = {}, startsAt = world.now() }) {
  const live = org.incidents.filter((i) => i.service === service.id && i.status !== 'resolved')
  let incident = live.find((i) => i.alerts.some((a) => a.fingerprint === fingerprint && a.firing)) ?? live[0]
  const opened = !incident
  if (opened) incident = openIncident(world, org, service, { title, origin: 'alert' })
  const known = incident.alerts.find((a) => a.fingerprint === fingerprint)
  if (known) {
    if (!known.firing) note(world, incident, `alert ${fingerprint} fires again`)
    Object.assign(known, { firing: true, endsAt: null, labels, annotations, lastSeen: world.now() })
  } else {
    incident.alerts.push({ fingerprint, title, labels, annotations, firing: true, startsAt, endsAt: null, lastSeen: world.now() })
    note(world, incident, `alert ${fingerprint} fires`)
  }
  world.touch(incident, 'AlertFired')
  return { incident, opened }
}
export function calm(world, org, service, fingerprint, endsAt = world.now()) {
  const mine = org.incidents.filter((i) => i.service === service.id && i.alerts.some((a) => a.fingerprint === fingerprint))
  const incident = mine.find((i) => i.status !== 'resolved' && i.alerts.some((a) => a.fingerprint === fingerprint && a.firing)) ?? mine.at(-1)
  if (!incident) return null
  const alert = incident.alerts.find((a) => a.fingerprint === fingerprint)
  if (incident.status === 'resolved' || !alert.firing) return incident
  Object.assign(alert, { firing: false, endsAt })
  note(world, incident, `alert ${fingerprint} is over`)
  world.touch(incident, 'AlertResolved')
  const quiet = () => incident.origin === 'alert' && incident.status === 'open' && firing(incident) === 0
  if (quiet()) world.after(QUIET, 'incident-quiet', 'OncallIncident', incident.id, () => quiet() && resolve(world, incident))
  return incident
}
// ---- escalation: a step is due its waitSeconds after the one before it; the policy counts as it is then.
const policyOf = (org, incident) => org.policies.get(org.services.get(incident.service)?.policy)
function walk(world, org, incident, step, round) {
  const policy = policyOf(org, incident)
  const next = policy?.steps[step]
  if (!next) return
  world.after(next.waitSeconds * SECOND, 'escalation-step', 'OncallIncident', incident.id, () => {
    if (incident.status !== 'open') return
    const now = policyOf(org, incident)
    const due = now?.steps[step]
    if (!due) return
    const userId = due.target.kind === 'user' ? due.target.id : onCall(world, org.schedules.get(due.target.id))?.userId
    if (userId !== undefined) page(world, org, incident, userId, step, round)
    if (step + 1 < now.steps.length) walk(world, org, incident, step + 1, round)
    else if (round + 1 < Math.max(1, now.repeat)) walk(world, org, incident, 0, round + 1)
  })
}
const settingsOf = (world, person) => world.paging.get(person.id) ?? { phone: '', rules: [{ channel: 'email', delaySeconds: 0 }], revision: 0 }
function page(world, org, incident, userId, step, round) {
  const person = world.people.get(userId)
  if (!person || !org.members.has(userId)) return
  for (const rule of settingsOf(world, person).rules) {
    const send = () => {
      if (incident.status !== 'open' || !org.members.has(userId)) return
      const to = rule.channel === 'email' ? person.email : settingsOf(world, person).phone
      let error
      if (rule.channel !== 'email') {
        if (!org.carrier) error = 'no-credential: the organization has no SMS and voice provider'
        else if (org.carrierMood.pages === 'rejects') error = 'provider-rejected: the provider refused the page'
        else if (org.carrierMood.pages === 'unreachable') error = 'provider-unreachable: the provider cannot be reached'
        else if (!to) error = 'no-phone: the responder has no phone'
      }
      const entry = { id: world.pages.length + 1, at: stamp(world.now()), incidentId: incident.id, userId, channel: rule.channel, to, step, round, outcome: error ? 'failed' : 'sent', ...(error ? { error } : {}) }
      world.pages.push({ ...entry, org: org.slug })
      note(world, incident, error ? `page to ${person.label} by ${rule.channel} failed (${error})` : `paged ${person.label} by ${rule.channel}`)
    }
    if (rule.delaySeconds === 0) send()
    else world.after(rule.delaySeconds * SECOND, 'page', 'OncallIncident', incident.id, send)
  }
}

// ---- schedules
export function onCall(world, schedule) {
  if (!schedule) return null
  const now = world.now()
  const over = schedule.overrides.find((o) => o.from <= now && now < o.to)
  if (over) return { userId: over.userId, label: over.label, until: stamp(over.to), override: true }
  const { number, end } = shift(schedule.timezone, schedule.handoff, now)
  const count = schedule.participants.length
  const who = schedule.participants[((number % count) + count) % count]
  const next = Math.min(end, ...schedule.overrides.filter((o) => o.from > now).map((o) => o.from))
  return { userId: who.userId, label: who.label, until: stamp(next), override: false }
}
const overrideView = (o) => ({ id: o.id, userId: o.userId, label: o.label, startsAt: stamp(o.from), endsAt: stamp(o.to) })
const scheduleView = (world, s) => ({
  id: s.id, name: s.name, timezone: s.timezone, participants: s.participants, handoff: s.handoff, onCallNow: onCall(world, s),
  overrides: s.overrides.filter((o) => o.to > world.now()).sort((a, b) => a.from - b.from).map(overrideView), createdAt: stamp(s.born), ...world.meta(s),
})
const who = shape({ userId: str(), label: str({ max: 100 }) })
const participants = (value, at) => {
  const read = list(who, { min: 1, max: 50 })(value, at)
  if (new Set(read.map((p) => p.userId)).size < read.length) throw broken(`${at} names somebody twice.`)
  return read
}
const zone = (value, at) => {
  str({ max: 60 })(value, at)
  if (!isZone(value)) throw broken(`${at} is not a time zone of the IANA database.`)
  return value
}
const handoff = (value, at) => {
  const read = shape({ interval: oneOf('daily', 'weekly'), dow: opt(int({ min: 1, max: 7 })), time: matching(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must look like 08:30', { max: 5 }) })(value, at)
  if (read.interval === 'weekly' && read.dow === undefined) throw broken(`${at}.dow is needed for a weekly handoff, from 1 for Monday to 7 for Sunday.`)
  if (read.interval === 'daily' && read.dow !== undefined) throw broken(`${at}.dow has no meaning for a daily handoff.`)
  return read
}
const isMember = (ctx, userId) => {
  if (!ctx.org.members.has(userId)) throw broken(`There is nobody ${userId} in the organization.`)
}
const freeName = (map, name, self) => {
  for (const entry of map.values()) if (entry !== self && fold(entry.name) === fold(name)) throw conflict('This name is taken.')
}

// ---- policies
const step = shape({ target: shape({ kind: oneOf('schedule', 'user'), id: str(), label: str({ max: 100 }) }), waitSeconds: int({ max: 86400 }) })
const steps = list(step, { min: 1, max: 20 })
const repeat = int({ max: 20 })
const checkSteps = (ctx, wanted) => {
  for (const { target } of wanted ?? []) {
    if (target.kind === 'user') isMember(ctx, target.id)
    else if (!ctx.org.schedules.has(target.id)) throw broken(`There is no schedule ${target.id}.`)
  }
}
const attached = (org, policy) => [...org.services.values()].filter((s) => s.policy === policy.id).length
const policyView = (world, org, p) => ({ id: p.id, name: p.name, repeat: p.repeat, steps: p.steps, services: attached(org, p), createdAt: stamp(p.born), ...world.meta(p) })

// ---- permissions: what one cannot see is not there
const may = (resource, tier) => (ctx) => {
  ctx.reach(`oncall.${resource}`, tier, undefined, resource)
}
const get = (map, ctx, what, param = 'id') => {
  const found = map.get(ctx.params[param])
  if (!found) throw unknown(what)
  return found
}
const incidentIn = (ctx) => {
  const found = ctx.org.incidents.find((i) => i.id === ctx.params.id)
  if (!found) throw unknown('incident')
  return found
}
const carrierView = (org) => ({
  configured: Boolean(org.carrier), accountSid: org.carrier?.accountSid ?? '', fromNumber: org.carrier?.fromNumber ?? '', updatedAt: org.carrierSet ? stamp(org.carrierSet) : 'never', provider: 'twilio-compatible', revision: org.carrierRevision ?? 0,
})
const pagingView = (ctx) => {
  const s = settingsOf(ctx.world, ctx.person)
  return { email: ctx.person.email, phone: s.phone, rules: s.rules, userId: ctx.person.id, revision: s.revision }
}
// The public page of some services: what has been published, and nothing else.
export function publicPage(world, org, ids) {
  const now = world.now()
  return org.incidents
    .filter((i) => ids.includes(i.service) && i.updates.length && (i.resolved === null || now - Math.max(i.resolved, i.updates.at(-1).at) <= PAGE_DAYS))
    .sort((a, b) => b.seq - a.seq)
    .map((i) => ({
      id: i.id, serviceId: i.service, serviceName: org.services.get(i.service).name, title: i.title, status: i.status, openedAt: stamp(i.born), ...(i.resolved !== null ? { resolvedAt: stamp(i.resolved) } : {}),
      updates: [...i.updates].reverse().map((u) => ({ id: u.id, at: stamp(u.at), body: u.body, byLabel: u.byLabel })),
    }))
}
const E164 = /^\+[1-9]\d{6,14}$/
const O = '/api/v1/oncall'
const newest = (values) => [...values].sort((a, b) => b.seq - a.seq)

// What Alertmanager sends; only the alerts count.
export function takeAlerts(ctx, source) {
  const { world } = ctx
  const org = world.orgs.get(source.org)
  const service = org.services.get(source.service)
  const { body } = ctx
  if (!plain(body) || !Array.isArray(body.alerts)) throw malformed('The notification has no alerts.')
  for (const alert of body.alerts) {
    const strings = (map) => map === undefined || (plain(map) && Object.values(map).every((v) => typeof v === 'string'))
    if (!plain(alert) || !['firing', 'resolved'].includes(alert.status ?? body.status) || !strings(alert.labels) || !strings(alert.annotations)) throw malformed('An alert of the notification cannot be read.')
  }
  source.lastEvent = world.now()
  const touched = new Set()
  for (const alert of body.alerts) {
    const labels = alert.labels ?? {}
    const annotations = alert.annotations ?? {}
    const fingerprint = typeof alert.fingerprint === 'string' && alert.fingerprint ? alert.fingerprint : sha256(JSON.stringify(Object.entries(labels).sort())).slice(0, 16)
    if ((alert.status ?? body.status) === 'firing') {
      const title = annotations.summary || labels.alertname || fingerprint
      touched.add(fire(world, org, service, { fingerprint, title, labels, annotations, startsAt: readInstant(alert.startsAt) ?? world.now() }).incident.id)
    } else {
      const incident = calm(world, org, service, fingerprint, readInstant(alert.endsAt) ?? world.now())
      if (incident) touched.add(incident.id)
    }
  }
  return { accepted: body.alerts.length, incidents: [...touched] }
}

export const routes = [
  ['GET', `${O}/carrier`, 'getProviderCredential', { before: may('carrier', 'read') }, (ctx) => carrierView(ctx.org)],
  ['POST', `${O}/carrier`, 'setProviderCredential', {
    before: may('carrier', 'admin'), invalid: 400, body: shape({ accountSid: matching(/^[A-Za-z0-9_-]{3,64}$/, 'is not an account', { max: 64 }), authToken: str({ max: 200 }), fromNumber: matching(E164, 'must be a number in E.164 form', { max: 16 }) }),
  }, (ctx) => {
    const { world, org, body } = ctx
    if (org.carrierMood.verification === 'unreachable') throw new Fail(502, 'The provider cannot be reached.')
    if (org.carrierMood.verification === 'rejects') throw new Fail(422, 'The provider does not accept this credential.')
    org.carrier = { accountSid: body.accountSid, fromNumber: body.fromNumber, authToken: body.authToken }
    org.carrierSet = world.now()
    org.carrierRevision = (org.carrierRevision ?? 0) + 1
    world.fact('ProviderCredentialSet', 'ProviderCredential', org.slug)
    return carrierView(org)
  }],
  ['DELETE', `${O}/carrier`, 'clearProviderCredential', { before: may('carrier', 'admin') }, (ctx) => {
    if (!ctx.org.carrier) throw unknown('provider credential')
    ctx.org.carrier = null
    ctx.org.carrierSet = ctx.world.now()
    ctx.org.carrierRevision += 1
    ctx.world.fact('ProviderCredentialCleared', 'ProviderCredential', ctx.org.slug)
    return carrierView(ctx.org)
  }],
  ['GET', `${O}/cases`, 'listIncidents', { query: ['status'], before: may('incident', 'read') }, (ctx) => {
    const { status } = ctx.query
    if (status !== undefined && !Object.hasOwn(FILTER, status)) throw broken(`status must be one of ${Object.keys(FILTER).join(', ')}.`)
    const fits = (i) => (status === undefined ? i.status !== 'resolved' : i.status === FILTER[status])
    return { incidents: newest(ctx.org.incidents.filter(fits)).slice(0, 100).map((i) => view(ctx.world, ctx.org, i)) }
  }],
  ['POST', `${O}/cases`, 'openIncident', { status: 201, before: may('incident', 'write'), body: shape({ serviceId: str(), title: str({ max: 200 }), description: opt(str({ min: 0, max: 5000, lines: true })) }) }, (ctx) => {
    const service = ctx.org.services.get(ctx.body.serviceId)
    if (!service) throw broken('There is no such service.')
    return view(ctx.world, ctx.org, openIncident(ctx.world, ctx.org, service, { ...ctx.body, origin: 'manual', by: ctx.person.label }))
  }],
  ['GET', `${O}/cases/{id}`, 'getIncident', { before: may('incident', 'read') }, (ctx) => {
    const i = incidentIn(ctx)
    return {
      incident: { ...view(ctx.world, ctx.org, i), description: i.description ?? '' },
      alerts: i.alerts.map((a) => ({ fingerprint: a.fingerprint, title: a.title, status: a.firing && i.status !== 'resolved' ? 'firing' : 'resolved', labels: a.labels, annotations: a.annotations, startsAt: stamp(a.startsAt), ...(a.endsAt ? { endsAt: stamp(a.endsAt) } : {}), lastSeenAt: stamp(a.lastSeen) })),
      timeline: i.timeline, publicUpdates: i.updates.map((u) => ({ id: u.id, at: stamp(u.at), body: u.body, byLabel: u.byLabel })),
    }
  }],
  ['POST', `${O}/cases/{id}/take`, 'acknowledgeIncident', { before: may('incident', 'write') }, (ctx) => {
    const i = incidentIn(ctx)
    if (i.status === 'resolved') throw conflict('The incident is resolved.')
    if (i.status === 'open') {
      Object.assign(i, { status: 'acknowledged', acked: ctx.world.now(), ackedBy: ctx.person.label, ackedById: ctx.person.id })
      note(ctx.world, i, 'acknowledged', ctx.person.label)
      ctx.world.touch(i, 'Acknowledged')
    }
    return view(ctx.world, ctx.org, i)
  }],
  ['POST', `${O}/cases/{id}/close`, 'resolveIncident', { before: may('incident', 'write') }, (ctx) => {
    const i = incidentIn(ctx)
    if (i.status === 'resolved') throw conflict('The incident is resolved already.')
    resolve(ctx.world, i, ctx.person.label)
    return view(ctx.world, ctx.org, i)
  }],
  ['POST', `${O}/cases/{id}/bulletins`, 'publishUpdate', { status: 201, before: may('incident', 'write'), body: shape({ body: str({ max: 4000, lines: true }) }) }, (ctx) => {
    const i = incidentIn(ctx)
    const update = { id: ctx.world.id(), at: ctx.world.now(), body: ctx.body.body, byLabel: ctx.person.label }
    i.updates.push(update)
    note(ctx.world, i, 'published an update', ctx.person.label)
    ctx.world.touch(i, 'UpdatePublished')
    return { ...update, at: stamp(update.at), incidentId: i.id }
  }],
  ['DELETE', `${O}/cases/{id}/bulletins/{uid}`, 'retractUpdate', { before: may('incident', 'write') }, (ctx) => {
    const i = incidentIn(ctx)
    const index = i.updates.findIndex((u) => u.id === ctx.params.uid)
    if (index < 0) throw unknown('update')
    i.updates.splice(index, 1)
    note(ctx.world, i, 'retracted an update', ctx.person.label)
    return ctx.world.receipt(i, 'UpdateRetracted')
  }],
  ['GET', `${O}/rotas`, 'listSchedules', { before: may('schedule', 'read') }, (ctx) => ({ schedules: [...ctx.org.schedules.values()].sort(byText('name')).map((s) => scheduleView(ctx.world, s)) })],
  ['POST', `${O}/rotas`, 'createSchedule', { status: 201, before: may('schedule', 'write'), body: shape({ name: str({ max: 100 }), timezone: zone, participants, handoff }) }, (ctx) => {
    for (const p of ctx.body.participants) isMember(ctx, p.userId)
    freeName(ctx.org.schedules, ctx.body.name)
    const s = ctx.world.record('Schedule', { id: ctx.world.id(), ...ctx.body, overrides: [] })
    ctx.org.schedules.set(s.id, s)
    return scheduleView(ctx.world, s)
  }],
  ['PUT', `${O}/rotas/{id}`, 'updateSchedule', { before: may('schedule', 'write'), body: some({ name: opt(str({ max: 100 })), timezone: opt(zone), participants: opt(participants), handoff: opt(handoff) }) }, (ctx) => {
    const s = get(ctx.org.schedules, ctx, 'schedule')
    for (const p of ctx.body.participants ?? []) isMember(ctx, p.userId)
    if (ctx.body.name !== undefined) freeName(ctx.org.schedules, ctx.body.name, s)
    Object.assign(s, ctx.body)
    ctx.world.touch(s, 'Changed')
    return scheduleView(ctx.world, s)
  }],
  ['DELETE', `${O}/rotas/{id}`, 'deleteSchedule', { before: may('schedule', 'write') }, (ctx) => {
    const s = get(ctx.org.schedules, ctx, 'schedule')
    const by = [...ctx.org.policies.values()].filter((p) => p.steps.some((x) => x.target.kind === 'schedule' && x.target.id === s.id))
    if (by.length) throw conflict('An escalation step still targets the schedule.', { policies: by.map((p) => p.name) })
    ctx.org.schedules.delete(s.id)
    return ctx.world.receipt(s, 'Deleted')
  }],
  ['POST', `${O}/rotas/{id}/swaps`, 'addOverride', { status: 201, before: may('schedule', 'write'), body: shape({ userId: str(), label: str({ max: 100 }), startsAt: str({ max: 40 }), endsAt: str({ max: 40 }) }) }, (ctx) => {
    const s = get(ctx.org.schedules, ctx, 'schedule')
    const { userId, label, startsAt, endsAt } = ctx.body
    const start = readInstant(startsAt)
    const end = readInstant(endsAt)
    if (start === null || end === null) throw broken('startsAt and endsAt must be times with an offset.')
    if (end <= start) throw broken('The override ends before it starts.')
    if (end <= ctx.world.now()) throw broken('The override is over already.')
    isMember(ctx, userId)
    if (s.overrides.some((o) => o.from < end && start < o.to)) throw conflict('Another override covers part of this time.')
    const made = { id: ctx.world.id(), userId, label, from: start, to: end }
    s.overrides.push(made)
    ctx.world.touch(s, 'OverrideAdded')
    return { ...overrideView(made), scheduleId: s.id }
  }],
  ['DELETE', `${O}/rotas/{id}/swaps/{oid}`, 'removeOverride', { before: may('schedule', 'write') }, (ctx) => {
    const s = get(ctx.org.schedules, ctx, 'schedule')
    const index = s.overrides.findIndex((o) => o.id === ctx.params.oid)
    if (index < 0) throw unknown('override')
    s.overrides.splice(index, 1)
    return ctx.world.receipt(s, 'OverrideRemoved')
  }],
  ['GET', `${O}/my/paging`, 'getPagingSettings', {}, pagingView],
  ['POST', `${O}/my/paging`, 'savePagingSettings', {
    body: shape({ phone: opt(matching(E164, 'must be a number in E.164 form', { max: 16 })), rules: list(shape({ channel: oneOf('email', 'sms', 'voice'), delaySeconds: int({ max: 86400 }) }), { min: 1, max: 10, unique: true }) }),
  }, (ctx) => {
    const { world, org, body, person } = ctx
    if (body.rules.some((r) => r.channel !== 'email')) {
      if (!body.phone) throw broken('sms and voice need a phone.')
      if (!org.carrier) throw broken('sms and voice need the provider credential of the organization.')
    }
    world.paging.set(person.id, { phone: body.phone ?? '', rules: body.rules, revision: settingsOf(world, person).revision + 1 })
    world.fact('PagingSettingsSaved', 'PagingSettings', person.id)
    return pagingView(ctx)
  }],
  ['GET', `${O}/feeds`, 'listAlertSources', { before: may('source', 'read') }, (ctx) => ({
    sources: [...ctx.org.sources.values()].filter((s) => !s.revoked).sort(byText('name')).map((s) => ({ id: s.id, name: s.name, serviceId: s.service, createdAt: stamp(s.born), lastEventAt: s.lastEvent ? stamp(s.lastEvent) : 'never', ...ctx.world.meta(s) })),
  })],
  ['POST', `${O}/feeds`, 'createAlertSource', { status: 201, before: may('source', 'write'), body: shape({ name: str({ max: 100 }), serviceId: str() }) }, (ctx) => {
    const { world, org, body } = ctx
    if (!org.services.has(body.serviceId)) throw broken('There is no such service.')
    if ([...org.sources.values()].some((s) => !s.revoked && s.service === body.serviceId && fold(s.name) === fold(body.name))) throw conflict('The service has a source of this name already.')
    const token = secret('feed-', 24)
    const s = world.record('AlertSource', { id: world.id(), name: body.name, service: body.serviceId, org: org.slug, hash: sha256(token), lastEvent: null, revoked: false })
    org.sources.set(s.id, s)
    return { id: s.id, name: s.name, serviceId: s.service, token, createdAt: stamp(s.born), lastEventAt: 'never', deliverTo: `${O}/intake/${s.id}`, ...world.meta(s) }
  }],
  ['DELETE', `${O}/feeds/{id}`, 'revokeAlertSource', { before: may('source', 'write') }, (ctx) => {
    const s = get(ctx.org.sources, ctx, 'alert source')
    if (s.revoked) throw unknown('alert source')
    s.revoked = true
    return ctx.world.receipt(s, 'Revoked')
  }],
  ['POST', `${O}/services/{id}/escalation`, 'setServiceEscalationPolicy', {
    before: may('service', 'write'),
    body: shape({ escalationPolicyId: Object.assign((value, at) => (value === null ? null : str()(value, at)), { nullable: true }) }),
  }, (ctx) => {
    const s = get(ctx.org.services, ctx, 'service')
    const id = ctx.body.escalationPolicyId
    if (id !== null && !ctx.org.policies.has(id)) throw broken('There is no such escalation policy.')
    s.policy = id
    ctx.world.touch(s, id === null ? 'Detached' : 'Attached')
    return serviceView(ctx.world, s)
  }],
  ['GET', `${O}/ladders`, 'listEscalationPolicies', { before: may('policy', 'read') }, (ctx) => ({ policies: [...ctx.org.policies.values()].sort(byText('name')).map((p) => policyView(ctx.world, ctx.org, p)) })],
  ['POST', `${O}/ladders`, 'createEscalationPolicy', { status: 201, before: may('policy', 'write'), body: shape({ name: str({ max: 100 }), repeat, steps }) }, (ctx) => {
    checkSteps(ctx, ctx.body.steps)
    freeName(ctx.org.policies, ctx.body.name)
    const p = ctx.world.record('EscalationPolicy', { id: ctx.world.id(), ...ctx.body })
    ctx.org.policies.set(p.id, p)
    return policyView(ctx.world, ctx.org, p)
  }],
  ['PUT', `${O}/ladders/{id}`, 'updateEscalationPolicy', { before: may('policy', 'write'), body: some({ name: opt(str({ max: 100 })), repeat: opt(repeat), steps: opt(steps) }) }, (ctx) => {
    const p = get(ctx.org.policies, ctx, 'escalation policy')
    checkSteps(ctx, ctx.body.steps)
    if (ctx.body.name !== undefined) freeName(ctx.org.policies, ctx.body.name, p)
    Object.assign(p, ctx.body)
    ctx.world.touch(p, 'Changed')
    return policyView(ctx.world, ctx.org, p)
  }],
  ['DELETE', `${O}/ladders/{id}`, 'deleteEscalationPolicy', { before: may('policy', 'write') }, (ctx) => {
    const p = get(ctx.org.policies, ctx, 'escalation policy')
    if (attached(ctx.org, p)) throw conflict('A service still references the policy; detach it first.')
    ctx.org.policies.delete(p.id)
    return ctx.world.receipt(p, 'Deleted')
  }],
  // Side doors
  ['POST', `${O}/intake/{id}`, 'receiveAlerts', {
    auth: false, free: true,
    first: (ctx) => {
      const found = /^Bearer +(\S+)$/i.exec(ctx.request.authorization ?? '')
      for (const org of ctx.world.orgs.values()) if (org.sources.has(ctx.params.id)) ctx.source = org.sources.get(ctx.params.id)
      if (!found || !ctx.source || ctx.source.revoked || !sameText(sha256(found[1]), ctx.source.hash)) throw new Fail(401, 'This alert source and token do not belong together.')
    },
  }, (ctx) => takeAlerts(ctx, ctx.source)],
  ['GET', `${O}/services`, 'listOncallServices', { before: may('service', 'read') }, (ctx) => ({ services: [...ctx.org.services.values()].sort(byText('name')).map((s) => serviceView(ctx.world, s)) })],
  ['POST', `${O}/services`, 'createOncallService', { status: 201, before: may('service', 'write'), body: shape({ name: str({ max: 100 }) }) }, (ctx) => {
    freeName(ctx.org.services, ctx.body.name)
    return serviceView(ctx.world, newService(ctx.world, ctx.org, ctx.body.name))
  }],
  ['GET', `${O}/board/{serviceId}`, 'getStatusPage', { auth: false }, (ctx) => {
    for (const org of ctx.world.orgs.values()) {
      const s = org.services.get(ctx.params.serviceId)
      if (s) return { serviceId: s.id, serviceName: s.name, incidents: publicPage(ctx.world, org, [s.id]), asOf: stamp(ctx.world.now()) }
    }
    throw unknown('status page')
  }],
]
