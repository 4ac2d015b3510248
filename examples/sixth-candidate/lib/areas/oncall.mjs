// On-call: incidents, schedules, escalation policies, alert sources, paging settings, provider credential.

import { bearer } from '../auth.mjs'
import { beginWalk, DEFAULT_RULES } from '../escalation.mjs'
import { onCallAt, validTimezone } from '../rotation.mjs'
import {
  bad,
  compact,
  conflict,
  E164,
  HttpError,
  hash,
  iso,
  newestFirst,
  newId,
  newSecret,
  notFound,
  parseInstant,
  sameHash,
} from '../util.mjs'
import * as v from '../validate.mjs'

const ROOT = '/api/v1/oncall'
const LIST_LIMIT = 100
const of = (map, id, what) => {
  const found = map.get(id)
  if (!found) throw notFound(`There is no ${what} ${id}.`)
  return found
}

// --- incidents -------------------------------------------------------------------------------------------------------

const firing = (incident) => [...incident.alerts.values()].filter((alert) => alert.status === 'firing').length
const showIncident = (i) =>
  compact({
    id: i.id,
    serviceId: i.serviceId,
    serviceName: i.serviceName,
    title: i.title,
    status: i.status,
    openedAt: iso(i.openedAt),
    acknowledgedAt: i.acknowledgedAt && iso(i.acknowledgedAt),
    resolvedAt: i.resolvedAt && iso(i.resolvedAt),
    firingAlerts: firing(i),
  })
const showUpdate = (u) => ({ id: u.id, at: iso(u.at), body: u.body, byLabel: u.byLabel })
const showDetail = (i) =>
  compact({
    ...showIncident(i),
    description: i.description,
    manual: i.manual,
    acknowledgedBy: i.acknowledgedBy,
    resolvedBy: i.resolvedBy,
    alerts: [...i.alerts.values()].map((a) =>
      compact({
        fingerprint: a.fingerprint,
        status: a.status,
        labels: a.labels,
        annotations: a.annotations,
        startsAt: iso(a.startsAt),
        endsAt: a.endsAt && iso(a.endsAt),
      }),
    ),
    timeline: i.timeline.map((entry) => ({ ...entry, at: iso(entry.at) })),
    updates: i.updates.map(showUpdate),
  })

function open(w, org, service, { title, description, at, by }) {
  const incident = {
    id: newId('inc'),
    serviceId: service.id,
    serviceName: service.name,
    title,
    description,
    manual: by !== undefined,
    status: 'open',
    openedAt: at ?? w.now(),
    alerts: new Map(),
    timeline: [],
    updates: [],
    seq: w.seq(),
  }
  incident.timeline.push(
    compact({
      at: incident.openedAt,
      kind: 'opened',
      userId: by?.id,
      detail: by ? `Opened by ${by.label}` : 'Opened by an alert',
    }),
  )
  org.oncall.incidents.set(incident.id, incident)
  return incident
}
function resolve(w, incident, by, at) {
  incident.status = 'resolved'
  incident.resolvedAt = at ?? w.now()
  if (by) incident.resolvedBy = { userId: by.id, label: by.label }
  for (const alert of incident.alerts.values()) alert.status = alert.status === 'firing' ? 'closed' : alert.status
  incident.timeline.push(
    compact({
      at: incident.resolvedAt,
      kind: 'resolved',
      userId: by?.id,
      detail: by ? `Resolved by ${by.label}` : 'Every alert is resolved',
    }),
  )
}
const ofService = (org, service) =>
  [...org.oncall.incidents.values()]
    .filter((incident) => incident.serviceId === service.id)
    .sort(newestFirst('openedAt'))

/** A firing alert: attaches to the unresolved incident of the service, or opens one. */
export function alertFires(w, org, service, { fingerprint, title, labels, annotations, at }) {
  const unresolved = ofService(org, service).filter((incident) => incident.status !== 'resolved')
  const known = unresolved.find((incident) => incident.alerts.has(fingerprint))
  const existing = known ?? unresolved[0]
  const startsAt = at ?? w.now()
  const incident = existing ?? open(w, org, service, { title: title ?? fingerprint, at: startsAt })
  const before = incident.alerts.get(fingerprint)
  if (before?.status !== 'firing') {
    incident.alerts.set(
      fingerprint,
      compact({ fingerprint, status: 'firing', labels: labels ?? {}, annotations: annotations ?? {}, startsAt }),
    )
    incident.timeline.push({ at: startsAt, kind: 'alert-firing', detail: title ?? fingerprint })
  }
  if (!existing) beginWalk(w, org, incident)
  return { incident, opened: !existing, firingAlerts: firing(incident) }
}
/** An alert is over. The incident resolves with the last of its alerts. */
export function alertResolves(w, org, service, { fingerprint, at }) {
  const incidents = ofService(org, service).filter((incident) => incident.alerts.has(fingerprint))
  const incident = incidents.find((candidate) => candidate.alerts.get(fingerprint).status === 'firing') ?? incidents[0]
  if (!incident) return null
  const alert = incident.alerts.get(fingerprint)
  let resolved = false
  if (alert.status === 'firing') {
    alert.status = 'resolved'
    alert.endsAt = at ?? w.now()
    incident.timeline.push({ at: alert.endsAt, kind: 'alert-resolved', detail: fingerprint })
    if (firing(incident) === 0) {
      resolve(w, incident, null, alert.endsAt)
      resolved = true
    }
  }
  return { incident, resolved, firingAlerts: firing(incident) }
}

export function statusPage(org, serviceIds) {
  return [...org.oncall.incidents.values()]
    .filter((i) => i.updates.length > 0 && serviceIds.includes(i.serviceId))
    .sort(newestFirst('openedAt'))
    .map((i) =>
      compact({
        id: i.id,
        serviceId: i.serviceId,
        serviceName: i.serviceName,
        title: i.title,
        status: i.status,
        openedAt: iso(i.openedAt),
        resolvedAt: i.resolvedAt && iso(i.resolvedAt),
        updates: i.updates.map(showUpdate),
      }),
    )
}

// --- schedules and policies ------------------------------------------------------------------------------------------

const showOverride = ({ id, userId, label, startsAt, endsAt }) => ({ id, userId, label, startsAt, endsAt })
const showSchedule = (w, s) =>
  compact({
    id: s.id,
    name: s.name,
    timezone: s.timezone,
    participants: s.participants,
    handoff: s.handoff,
    onCallNow: onCallAt(s, w.now()),
    overrides: s.overrides.map(showOverride),
    createdAt: iso(s.createdAt),
  })
const showPolicy = (org, p) => ({
  id: p.id,
  name: p.name,
  repeat: p.repeat,
  steps: p.steps,
  services: [...org.oncall.services.values()].filter((service) => service.escalationPolicyId === p.id).length,
  createdAt: iso(p.createdAt),
})
export const showService = (s) =>
  compact({
    id: s.id,
    name: s.name,
    createdAt: iso(s.createdAt),
    escalationPolicyId: s.escalationPolicyId ?? undefined,
  })

const timezone = (value, path) => {
  v.string({ max: 100 })(value, path)
  if (!validTimezone(value)) throw bad(`${path} must be an IANA time zone`)
  return value
}
const participants = v.list(v.object({ userId: v.string(), label: v.string({ max: 200 }) }), { min: 1, max: 100 })
const handoff = (value, path) => {
  const out = v.object({
    interval: v.oneOf('daily', 'weekly'),
    dow: v.optional(v.integer({ min: 0, max: 6 })),
    time: v.string({ pattern: /^([01]\d|2[0-3]):[0-5]\d$/, what: 'a time as HH:MM' }),
  })(value, path)
  return out.interval === 'weekly'
    ? { interval: 'weekly', dow: out.dow ?? 1, time: out.time }
    : { interval: 'daily', time: out.time }
}
const steps = v.list(
  v.object({
    target: v.object({ kind: v.oneOf('schedule', 'user'), id: v.string(), label: v.string({ max: 200 }) }),
    waitSeconds: v.integer({ min: 0, max: 86_400 }),
  }),
  { min: 1, max: 20 },
)
const repeat = v.integer({ min: 0, max: 20 })

function needMember(org, userId) {
  if (!org.members.has(userId)) throw bad(`${userId} is not a member of the organization.`)
}
function checkSteps(org, list) {
  for (const { target } of list) {
    if (target.kind === 'user') needMember(org, target.id)
    else if (!org.oncall.schedules.has(target.id)) throw bad(`There is no schedule ${target.id}.`)
  }
}

// --- sources ---------------------------------------------------------------------------------------------------------

const showSource = (s) => ({
  id: s.id,
  name: s.name,
  serviceId: s.serviceId,
  createdAt: iso(s.createdAt),
  lastEventAt: s.lastEventAt ? iso(s.lastEventAt) : '',
})
export function findSource(w, { id, secret }) {
  for (const org of w.orgs.values())
    for (const source of org.oncall.sources.values()) {
      if (secret !== undefined ? sameHash(secret, source.hash) : source.id === id) return { org, source }
    }
  return null
}
const notification = v.object({
  alerts: v.list(
    v.object({
      status: v.oneOf('firing', 'resolved'),
      labels: v.optional(v.map(v.string({ min: 0, max: 10_000 }))),
      annotations: v.optional(v.map(v.string({ min: 0, max: 100_000 }))),
      startsAt: v.optional(v.dateTime()),
      endsAt: v.optional(v.dateTime()),
      fingerprint: v.optional(v.string()),
    }),
    { max: 10_000 },
  ),
})
const fingerprintOf = (labels = {}) =>
  hash(JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 16)

// --- paging ----------------------------------------------------------------------------------------------------------

const showPaging = (p, org) => {
  const saved = org.oncall.paging.get(p.user.id)
  return { email: p.user.email, phone: saved?.phone ?? '', rules: saved?.rules ?? DEFAULT_RULES }
}
const showProvider = (c) => ({
  configured: c !== null,
  accountSid: c?.accountSid ?? '',
  fromNumber: c?.fromNumber ?? '',
  updatedAt: c ? iso(c.updatedAt) : '',
})

// --- routes ----------------------------------------------------------------------------------------------------------

export const routes = [
  {
    op: 'getProviderCredential',
    method: 'GET',
    path: `${ROOT}/provider-credential`,
    need: 'oncall.provider.read',
    run: ({ org }) => ({ status: 200, body: showProvider(org.oncall.provider) }),
  },

  {
    op: 'setProviderCredential',
    method: 'PUT',
    path: `${ROOT}/provider-credential`,
    need: 'oncall.provider.admin',
    run: ({ w, org, input }) => {
      const body = input(
        v.object({
          accountSid: v.string({ max: 200 }),
          authToken: v.string({ max: 1000 }),
          fromNumber: v.string({ pattern: E164, what: 'a phone number in E.164 format' }),
        }),
      )
      const behaviour = org.oncall.providerBehaviour.verification
      if (behaviour === 'rejects') throw new HttpError(422, 'The provider rejected the credentials.')
      if (behaviour === 'unreachable') throw new HttpError(502, 'The provider cannot be reached.')
      org.oncall.provider = { ...body, updatedAt: w.now() }
      return { status: 200, body: showProvider(org.oncall.provider) }
    },
  },

  {
    op: 'clearProviderCredential',
    method: 'DELETE',
    path: `${ROOT}/provider-credential`,
    need: 'oncall.provider.admin',
    run: ({ org }) => {
      org.oncall.provider = null
      return { status: 204 }
    },
  },

  {
    op: 'listIncidents',
    method: 'GET',
    path: `${ROOT}/incidents`,
    need: 'oncall.incident.read',
    run: ({ org, query }) => {
      if (query.status !== undefined && !['open', 'acknowledged', 'resolved'].includes(query.status))
        throw bad('status must be one of open, acknowledged, resolved.')
      const wanted = query.status === undefined ? ['open', 'acknowledged'] : [query.status]
      return {
        status: 200,
        body: {
          incidents: [...org.oncall.incidents.values()]
            .filter((i) => wanted.includes(i.status))
            .sort(newestFirst('openedAt'))
            .slice(0, LIST_LIMIT)
            .map(showIncident),
        },
      }
    },
  },

  {
    op: 'openIncident',
    method: 'POST',
    path: `${ROOT}/incidents`,
    need: 'oncall.incident.write',
    run: ({ w, p, org, input }) => {
      const body = input(
        v.object({
          serviceId: v.string(),
          title: v.string({ max: 500 }),
          description: v.optional(v.string({ min: 0, max: 20_000 })),
        }),
      )
      const service = of(org.oncall.services, body.serviceId, 'service')
      const incident = open(w, org, service, { title: body.title, description: body.description, by: p.user })
      beginWalk(w, org, incident)
      return { status: 201, body: showIncident(incident) }
    },
  },

  {
    op: 'getIncident',
    method: 'GET',
    path: `${ROOT}/incidents/{id}`,
    need: 'oncall.incident.read',
    run: ({ org, params }) => ({ status: 200, body: showDetail(of(org.oncall.incidents, params.id, 'incident')) }),
  },

  {
    op: 'acknowledgeIncident',
    method: 'POST',
    path: `${ROOT}/incidents/{id}/acknowledge`,
    need: 'oncall.incident.write',
    run: ({ w, p, org, params }) => {
      const incident = of(org.oncall.incidents, params.id, 'incident')
      if (incident.status === 'resolved') throw conflict('The incident is resolved.')
      if (incident.status === 'open') {
        incident.status = 'acknowledged'
        incident.acknowledgedAt = w.now()
        incident.acknowledgedBy = { userId: p.user.id, label: p.user.label }
        incident.timeline.push({
          at: incident.acknowledgedAt,
          kind: 'acknowledged',
          userId: p.user.id,
          detail: `Acknowledged by ${p.user.label}`,
        })
      }
      return { status: 200, body: showIncident(incident) }
    },
  },

  {
    op: 'resolveIncident',
    method: 'POST',
    path: `${ROOT}/incidents/{id}/resolve`,
    need: 'oncall.incident.write',
    run: ({ w, p, org, params }) => {
      const incident = of(org.oncall.incidents, params.id, 'incident')
      if (incident.status !== 'resolved') resolve(w, incident, p.user)
      return { status: 200, body: showIncident(incident) }
    },
  },

  {
    op: 'publishUpdate',
    method: 'POST',
    path: `${ROOT}/incidents/{id}/updates`,
    need: 'oncall.incident.write',
    run: ({ w, p, org, params, input }) => {
      const incident = of(org.oncall.incidents, params.id, 'incident')
      const { body } = input(v.object({ body: v.string({ max: 20_000 }) }))
      const update = { id: newId('upd'), at: w.now(), body, byLabel: p.user.label }
      incident.updates.push(update)
      incident.timeline.push({ at: update.at, kind: 'update-published', userId: p.user.id, detail: body })
      return { status: 201, body: showUpdate(update) }
    },
  },

  {
    op: 'retractUpdate',
    method: 'DELETE',
    path: `${ROOT}/incidents/{id}/updates/{uid}`,
    need: 'oncall.incident.write',
    run: ({ w, p, org, params }) => {
      const incident = of(org.oncall.incidents, params.id, 'incident')
      const index = incident.updates.findIndex((update) => update.id === params.uid)
      if (index < 0) throw notFound(`There is no update ${params.uid}.`)
      incident.updates.splice(index, 1)
      incident.timeline.push({ at: w.now(), kind: 'update-retracted', userId: p.user.id, detail: params.uid })
      return { status: 204 }
    },
  },

  {
    op: 'listSchedules',
    method: 'GET',
    path: `${ROOT}/schedules`,
    need: 'oncall.schedule.read',
    run: ({ w, org }) => ({
      status: 200,
      body: { schedules: [...org.oncall.schedules.values()].map((schedule) => showSchedule(w, schedule)) },
    }),
  },

  {
    op: 'createSchedule',
    method: 'POST',
    path: `${ROOT}/schedules`,
    need: 'oncall.schedule.write',
    run: ({ w, org, input }) => {
      const body = input(v.object({ name: v.name(), timezone, participants, handoff }))
      for (const { userId } of body.participants) needMember(org, userId)
      const schedule = { id: newId('sch'), ...body, overrides: [], createdAt: w.now() }
      org.oncall.schedules.set(schedule.id, schedule)
      return { status: 201, body: showSchedule(w, schedule) }
    },
  },

  {
    op: 'updateSchedule',
    method: 'PATCH',
    path: `${ROOT}/schedules/{id}`,
    need: 'oncall.schedule.write',
    run: ({ w, org, params, input }) => {
      const schedule = of(org.oncall.schedules, params.id, 'schedule')
      const body = input(
        v.object({
          name: v.optional(v.name()),
          timezone: v.optional(timezone),
          participants: v.optional(participants),
          handoff: v.optional(handoff),
        }),
      )
      for (const { userId } of body.participants ?? []) needMember(org, userId)
      Object.assign(schedule, body)
      return { status: 200, body: showSchedule(w, schedule) }
    },
  },

  {
    op: 'deleteSchedule',
    method: 'DELETE',
    path: `${ROOT}/schedules/{id}`,
    need: 'oncall.schedule.write',
    run: ({ org, params }) => {
      const schedule = of(org.oncall.schedules, params.id, 'schedule')
      const user = [...org.oncall.policies.values()].find((policy) =>
        policy.steps.some(({ target }) => target.kind === 'schedule' && target.id === schedule.id),
      )
      if (user) throw conflict(`A step of the escalation policy ${user.name} still targets the schedule.`)
      org.oncall.schedules.delete(schedule.id)
      return { status: 204 }
    },
  },

  {
    op: 'addOverride',
    method: 'POST',
    path: `${ROOT}/schedules/{id}/overrides`,
    need: 'oncall.schedule.write',
    run: ({ org, params, input }) => {
      const schedule = of(org.oncall.schedules, params.id, 'schedule')
      const body = input(
        v.object({ userId: v.string(), label: v.string({ max: 200 }), startsAt: v.dateTime(), endsAt: v.dateTime() }),
      )
      if (parseInstant(body.endsAt) <= parseInstant(body.startsAt)) throw bad('endsAt must be after startsAt')
      needMember(org, body.userId)
      const override = { id: newId('ovr'), ...body }
      schedule.overrides.push(override)
      return { status: 201, body: showOverride(override) }
    },
  },

  {
    op: 'removeOverride',
    method: 'DELETE',
    path: `${ROOT}/schedules/{id}/overrides/{oid}`,
    need: 'oncall.schedule.write',
    run: ({ org, params }) => {
      const schedule = of(org.oncall.schedules, params.id, 'schedule')
      const index = schedule.overrides.findIndex((override) => override.id === params.oid)
      if (index < 0) throw notFound(`There is no override ${params.oid}.`)
      schedule.overrides.splice(index, 1)
      return { status: 204 }
    },
  },

  {
    op: 'getPagingSettings',
    method: 'GET',
    path: `${ROOT}/paging-settings`,
    need: 'oncall.paging.read',
    run: ({ p, org }) => ({ status: 200, body: showPaging(p, org) }),
  },

  {
    op: 'savePagingSettings',
    method: 'PUT',
    path: `${ROOT}/paging-settings`,
    need: 'oncall.paging.write',
    run: ({ p, org, input }) => {
      const body = input(
        v.object({
          phone: v.optional(v.string({ min: 0, max: 20 })),
          rules: v.list(
            v.object({ channel: v.oneOf('email', 'sms', 'voice'), delaySeconds: v.integer({ min: 0, max: 86_400 }) }),
            { min: 1, max: 20 },
          ),
        }),
      )
      const phone = body.phone ?? org.oncall.paging.get(p.user.id)?.phone ?? ''
      if (phone !== '' && !E164.test(phone)) throw bad('phone must be in E.164 format')
      if (body.rules.some((rule) => rule.channel !== 'email')) {
        if (phone === '') throw bad('sms and voice rules need a phone in E.164 format')
        if (!org.oncall.provider) throw conflict('sms and voice rules need the provider credential of the organization')
      }
      org.oncall.paging.set(p.user.id, { phone, rules: body.rules })
      return { status: 200, body: showPaging(p, org) }
    },
  },

  {
    op: 'listAlertSources',
    method: 'GET',
    path: `${ROOT}/alert-sources`,
    need: 'oncall.source.read',
    run: ({ org }) => ({
      status: 200,
      body: { sources: [...org.oncall.sources.values()].filter((source) => !source.revoked).map(showSource) },
    }),
  },

  {
    op: 'createAlertSource',
    method: 'POST',
    path: `${ROOT}/alert-sources`,
    need: 'oncall.source.write',
    run: ({ w, org, input }) => {
      const body = input(v.object({ name: v.name(), serviceId: v.string() }))
      of(org.oncall.services, body.serviceId, 'service')
      const token = newSecret('oas')
      const source = { id: newId('src'), ...body, hash: hash(token), createdAt: w.now() }
      org.oncall.sources.set(source.id, source)
      return {
        status: 201,
        body: {
          id: source.id,
          name: source.name,
          serviceId: source.serviceId,
          token,
          createdAt: iso(source.createdAt),
        },
      }
    },
  },

  {
    op: 'revokeAlertSource',
    method: 'DELETE',
    path: `${ROOT}/alert-sources/{id}`,
    need: 'oncall.source.write',
    run: ({ org, params }) => {
      const source = of(org.oncall.sources, params.id, 'alert source')
      if (source.revoked) throw notFound(`There is no alert source ${params.id}.`)
      source.revoked = true
      return { status: 204 }
    },
  },

  {
    op: 'setServiceEscalationPolicy',
    method: 'PUT',
    path: `${ROOT}/services/{id}/escalation-policy`,
    need: 'oncall.service.write',
    run: ({ org, params, input }) => {
      const service = of(org.oncall.services, params.id, 'service')
      const { escalationPolicyId } = input(v.object({ escalationPolicyId: v.nullable(v.string()) }))
      if (escalationPolicyId !== null) of(org.oncall.policies, escalationPolicyId, 'escalation policy')
      service.escalationPolicyId = escalationPolicyId
      return { status: 200, body: showService(service) }
    },
  },

  {
    op: 'listEscalationPolicies',
    method: 'GET',
    path: `${ROOT}/escalation-policies`,
    need: 'oncall.policy.read',
    run: ({ org }) => ({
      status: 200,
      body: { policies: [...org.oncall.policies.values()].map((policy) => showPolicy(org, policy)) },
    }),
  },

  {
    op: 'createEscalationPolicy',
    method: 'POST',
    path: `${ROOT}/escalation-policies`,
    need: 'oncall.policy.write',
    run: ({ w, org, input }) => {
      const body = input(v.object({ name: v.name(), repeat, steps }))
      checkSteps(org, body.steps)
      const policy = { id: newId('pol'), ...body, createdAt: w.now() }
      org.oncall.policies.set(policy.id, policy)
      return { status: 201, body: showPolicy(org, policy) }
    },
  },

  {
    op: 'updateEscalationPolicy',
    method: 'PATCH',
    path: `${ROOT}/escalation-policies/{id}`,
    need: 'oncall.policy.write',
    run: ({ org, params, input }) => {
      const policy = of(org.oncall.policies, params.id, 'escalation policy')
      const body = input(v.object({ name: v.optional(v.name()), repeat: v.optional(repeat), steps: v.optional(steps) }))
      checkSteps(org, body.steps ?? [])
      Object.assign(policy, body)
      return { status: 200, body: showPolicy(org, policy) }
    },
  },

  {
    op: 'deleteEscalationPolicy',
    method: 'DELETE',
    path: `${ROOT}/escalation-policies/{id}`,
    need: 'oncall.policy.write',
    run: ({ org, params }) => {
      const policy = of(org.oncall.policies, params.id, 'escalation policy')
      if ([...org.oncall.services.values()].some((service) => service.escalationPolicyId === policy.id))
        throw conflict('A service still references the policy; detach it first.')
      org.oncall.policies.delete(policy.id)
      return { status: 204 }
    },
  },

  // Side doors.
  {
    op: 'receiveAlerts',
    door: true,
    open: true,
    method: 'POST',
    path: `${ROOT}/alert-sources/{id}/webhook`,
    run: ({ w, params, headers, input }) => {
      const found = findSource(w, { id: params.id })
      const token = bearer(headers)
      if (!found || found.source.revoked || !token || !sameHash(token, found.source.hash))
        throw new HttpError(401, 'No valid alert source token.')
      const { org, source } = found
      const service = org.oncall.services.get(source.serviceId)
      const { alerts } = input(notification)
      source.lastEventAt = w.now()
      // What fires comes first, so that an incident is not closed and opened again by one notification.
      for (const alert of alerts.toSorted((a, b) => (a.status === b.status ? 0 : a.status === 'firing' ? -1 : 1))) {
        const fingerprint = alert.fingerprint ?? fingerprintOf(alert.labels)
        if (alert.status === 'firing')
          alertFires(w, org, service, {
            fingerprint,
            title: alert.annotations?.summary || alert.labels?.alertname || fingerprint,
            labels: alert.labels,
            annotations: alert.annotations,
          })
        else alertResolves(w, org, service, { fingerprint })
      }
      return { status: 202 }
    },
  },

  {
    op: 'listOncallServices',
    door: true,
    method: 'GET',
    path: `${ROOT}/services`,
    need: 'oncall.service.read',
    run: ({ org }) => ({ status: 200, body: { services: [...org.oncall.services.values()].map(showService) } }),
  },

  {
    op: 'createOncallService',
    door: true,
    method: 'POST',
    path: `${ROOT}/services`,
    need: 'oncall.service.write',
    run: ({ w, org, input }) => {
      const { name } = input(v.object({ name: v.name() }))
      if ([...org.oncall.services.values()].some((service) => service.name === name))
        throw conflict('A service with this name exists.')
      const service = { id: newId('osv'), name, createdAt: w.now(), escalationPolicyId: null }
      org.oncall.services.set(service.id, service)
      return { status: 201, body: showService(service) }
    },
  },

  {
    op: 'getStatusPage',
    door: true,
    open: true,
    method: 'GET',
    path: `${ROOT}/status-pages/{serviceId}`,
    run: ({ w, params }) => {
      for (const org of w.orgs.values()) {
        const service = org.oncall.services.get(params.serviceId)
        if (service)
          return {
            status: 200,
            body: { serviceId: service.id, serviceName: service.name, incidents: statusPage(org, [service.id]) },
          }
      }
      throw notFound(`There is no status page ${params.serviceId}.`)
    },
  },
].map((route) => ({ area: 'oncall', ...route }))
