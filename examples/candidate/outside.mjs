import { alertFires, alertResolves } from './alerts.mjs'
import { refuse } from './errors.mjs'
import { firingCount } from './incident-life.mjs'
import { probeReports } from './probe.mjs'
import { operationsOf } from './routes.mjs'
import { statusPage } from './updates.mjs'
import { hashOf, iso, readMoment, when } from './values.mjs'
import { nowOf } from './world.mjs'

const CENTURY = 100 * 365 * 86400000

/** The handlers of /_test; see CHOICES.md. Each gets {world, check, body, query}. */
const ACTIONS = new Map(
  Object.entries({
    'GET about': ({ world }) => {
      const { choice, variant, faults } = world
      const { credential, webhook, scrape, people, elsewhereSession, oncallServiceIds, catalog } = choice
      return {
        variant,
        faults: [...faults],
        now: iso(nowOf(world)),
        credential,
        webhook,
        scrape,
        people,
        elsewhereSession,
        oncallServiceIds,
        catalog,
        operations: operationsOf(choice),
      }
    },

    'POST reset': ({ world }) => {
      world.reset()
      return {}
    },

    'GET clock': ({ world }) => clockOf(world),

    'POST clock': ({ world, check, body }) => {
      let { offset } = world
      if (body.real) offset = 0
      if (body.to !== undefined) offset = (readMoment(check.string(body.to, 'to')) ?? check.bad('to')) - Date.now()
      if (body.advanceSeconds !== undefined) offset += atLeastZero(check)(body.advanceSeconds, 'advanceSeconds') * 1000
      const [next] = world.timers.waiting()
      if (body.nextDue && next) offset = Math.max(offset, next.at - Date.now())
      if (Math.abs(offset) > CENTURY) check.bad('too far away')
      if (body.forward && offset < world.offset) refuse(409, 'this instant has passed')
      world.offset = offset
      const fired = world.timers.fire(nowOf(world))
      return { ...clockOf(world), fired: fired.map(dated) }
    },

    'POST alerts': ({ world, check, body }) => {
      const { org, service } = body.sourceId === undefined ? serviceOf(world, body.serviceId) : arrival(world, body)
      const state = check.oneOf(body.state, 'state', ['firing', 'resolved'])
      const fingerprint = check.nonBlank(body.fingerprint, 'fingerprint')
      if (state === 'resolved') return resolution(world, org, service, fingerprint)
      const title = check.optional(body, 'title', check.string) ?? fingerprint
      const startsAt = check.optional(body, 'startsAt', check.string)
      const known = org.history.length
      const firing = [...(org.working.get(service.id) ?? [])].some(({ alerts }) => alerts.get(fingerprint)?.firing)
      const incident = alertFires(world, org, service, { fingerprint, title, startsAt }, nowOf(world))
      const opened = org.history.length > known
      const change = opened ? 'created' : firing || incident.status === 'resolved' ? undefined : 'changed'
      return { ...tally(world, incident, change), opened }
    },

    'POST probes': ({ world, check, body }) => {
      const monitor = monitorOf(world, body.monitorId)
      const vantage = check.optional(body, 'vantage', check.string)
      if (vantage !== undefined && !monitor.vantages.includes(vantage)) refuse(404, 'the monitor has no such vantage')
      const text = (field) => check.optional(body, field, check.string)
      const result = {
        ok: check.boolean(body.ok, 'ok'),
        outcome: check.optional(body, 'outcome', (value, what) => check.oneOf(value, what, ['fail', 'error'])),
        latencyMs: check.optional(body, 'latencyMs', atLeastZero(check)),
        errorKind: text('errorKind'),
        errorDetail: text('errorDetail'),
        responseSnippet: text('responseSnippet'),
      }
      const times = check.optional(body, 'times', (value, what) => check.integer(value, what, 1, 1000)) ?? 1
      const at = probeMoment(world, check, monitor, text('at'))
      const known = monitor.samples.at(-1)
      let transitions = 0
      for (let i = 0; i < times; i += 1)
        for (const place of vantage === undefined ? monitor.vantages : [vantage])
          if (probeReports(world, monitor, { ...result, vantage: place }, at)) transitions += 1
      const change = monitor.samples.at(-1) === known ? undefined : 'changed'
      return { state: monitor.state, transitions, changed: changes('UptimeMonitor', monitor.id, change) }
    },

    'POST provider': ({ world, check, body }) => {
      const behaviour = check.oneOf(body.behaviour, 'behaviour', ['accepts', 'rejects', 'unreachable'])
      const parts = ['verification', 'pages']
      const only = check.optional(body, 'only', (value, what) => check.oneOf(value, what, parts))
      for (const org of orgsOf(world, body.org))
        for (const part of only === undefined ? parts : [only]) org.providerBehaviour[part] = behaviour
      return {}
    },

    'POST entitlement': ({ world, check, body }) => {
      const enabled = check.boolean(body.enabled, 'enabled')
      for (const org of orgsOf(world, body.org)) org.entitled = enabled
      return {}
    },

    'POST quota': ({ world, check, body }) => {
      const limit = check.integer(body.limit, 'limit', 0)
      for (const org of orgsOf(world, body.org)) org.quota = limit
      return {}
    },

    'POST backend': ({ world, check, body }) => {
      world.backendDown = check.boolean(body.down, 'down')
      return {}
    },

    'POST metrics': ({ world, check, body }) => {
      const unavailable = check.boolean(body.unavailable, 'unavailable')
      if (body.monitorId !== undefined) {
        monitorOf(world, body.monitorId).metricsDown = unavailable
        return {}
      }
      for (const org of orgsOf(world, body.org)) {
        org.metricsDown = unavailable
        for (const monitor of org.monitors.values()) monitor.metricsDown = unavailable
      }
      return {}
    },

    'GET status-page': ({ world, query }) => {
      const ids = query.getAll('serviceId')
      if (ids.length === 0)
        return { incidents: orgsOf(world, query.get('org')).flatMap((org) => statusPage(world, org)) }
      const orgs = new Set(ids.map((id) => serviceOf(world, id).org))
      return { incidents: [...orgs].flatMap((org) => statusPage(world, org, ids)) }
    },

    'GET pages': ({ world }) => ({
      pages: world.pages.map((page) => ({ ...dated(page), atShown: when(world.choice, page.at) })),
    }),

    'POST source': ({ world, check, body }) => ({
      id: world.sourceTokens.get(hashOf(check.string(body.token, 'token')))?.id,
    }),
  }),
)

/** @returns {{status: number, body: any}} */
export function handleTest({ world, check, method, path, query, readBody }) {
  const action = ACTIONS.get(`${method} ${path.slice('/_test/'.length)}`) ?? refuse(404, 'no such test action')
  const body = method === 'POST' && !path.endsWith('/reset') ? check.object(readBody(), 'body') : undefined
  const answer = action({ world, check, body, query })
  return { status: 200, body: { at: iso(nowOf(world)), ...answer } }
}

/** A number that is not negative, read by `check`. */
const atLeastZero = (check) => (value, what) =>
  typeof value === 'number' && value >= 0 ? value : check.bad(`${what}: a number from 0 on is needed`)

const dated = (thing) => ({ ...thing, at: iso(thing.at) })

function clockOf(world) {
  return {
    now: iso(nowOf(world)),
    real: world.offset === 0,
    due: world.timers.waiting().slice(0, 100).map(dated),
  }
}

/** The source an alert arrives on (any that its token still opens), and its service. */
function arrival(world, { sourceId }) {
  const source =
    [...world.sourceTokens.values()].find(({ id }) => id === sourceId) ??
    refuse(404, 'no such alert source, or it is revoked')
  const service = source.org.services.get(source.serviceId) ?? refuse(409, 'the service is gone')
  source.lastEventAt = nowOf(world)
  return { org: source.org, service }
}

/** An alert is over. Of a resolved incident this changes nothing. */
function resolution(world, org, service, fingerprint) {
  const touched = alertResolves(world, org, service, fingerprint, nowOf(world))
  const incident =
    touched ?? service.lastAlerts?.get(fingerprint)?.incident ?? refuse(409, 'this alert has never fired')
  return { ...tally(world, incident, touched && 'changed'), resolved: touched?.status === 'resolved' }
}

function tally(world, incident, change) {
  const firingAlerts = firingCount(world.choice, incident)
  return { incidentId: incident.id, firingAlerts, changed: changes('OncallIncident', incident.id, change) }
}

function changes(entity, id, change) {
  return change === undefined ? [] : [{ entity, id, change }]
}

/** When a probe reports: now, or a moment given that is neither to come nor before its last result. */
function probeMoment(world, check, monitor, text) {
  if (text === undefined) return nowOf(world)
  const at = readMoment(text) ?? check.bad('at')
  if (at > nowOf(world) || at < (monitor.samples.at(-1)?.at ?? monitor.createdAt))
    refuse(409, 'the results of a monitor come in order, from its creation to the present')
  return at
}

function monitorOf(world, id) {
  return [...world.orgs.values()].map((org) => org.monitors.get(id)).find(Boolean) ?? refuse(404, 'unknown monitor')
}

function serviceOf(world, id) {
  for (const org of world.orgs.values()) if (org.services.has(id)) return { org, service: org.services.get(id) }
  return refuse(404, 'unknown service')
}

/** One organization by slug, or all of them. */
function orgsOf(world, slug) {
  return slug === undefined || slug === null
    ? [...world.orgs.values()]
    : [world.orgs.get(slug) ?? refuse(404, 'unknown organization')]
}
