// Uptime: services, monitors with their probe results, metrics, export tokens.
import { isIP } from 'node:net'
import { bearer } from '../auth.mjs'
import {
  bad,
  compact,
  conflict,
  DAY,
  forbidden,
  HOUR,
  HttpError,
  hash,
  iso,
  newestFirst,
  newId,
  newSecret,
  notFound,
  sameHash,
} from '../util.mjs'
import * as v from '../validate.mjs'

const ROOT = '/api/v1/uptime'
const INTERVALS = [
  [30, '30 seconds'],
  [60, '1 minute'],
  [300, '5 minutes'],
  [900, '15 minutes'],
  [3600, '1 hour'],
].map(([seconds, label]) => ({ seconds, label }))
const VANTAGES = [
  { id: 'fra', label: 'Frankfurt', available: true },
  { id: 'lon', label: 'London', available: true },
  { id: 'nyc', label: 'New York', available: true },
  { id: 'sgp', label: 'Singapore', available: true },
  { id: 'syd', label: 'Sydney', available: false },
]
const WINDOWS = { '1h': [HOUR, 60], '24h': [DAY, 300], '7d': [7 * DAY, 3600] }
const MAX_TRANSITIONS = 50
const RECENT_FAILURES = 100
const SNIPPET = 512

// --- monitors --------------------------------------------------------------------------------------------------------

const live = (org) => [...org.uptime.monitors.values()].filter((monitor) => !monitor.deleted)
const countOf = (org, service) => live(org).filter((monitor) => monitor.serviceId === service.id).length
const showService = (org, s) => ({ id: s.id, name: s.name, monitors: countOf(org, s), createdAt: iso(s.createdAt) })
const showMonitor = (m) =>
  compact({
    id: m.id,
    name: m.name,
    serviceId: m.serviceId ?? undefined,
    enabled: m.enabled,
    intervalSeconds: m.intervalSeconds,
    vantages: m.vantages,
    timeoutMs: m.timeoutMs,
    downCondition: conditionOf(m),
    kind: m.kind,
    state: m.state,
    stateSince: iso(m.stateSince),
    createdAt: iso(m.createdAt),
    updatedAt: iso(m.updatedAt),
    http: m.http,
    tcp: m.tcp,
  })
/** Without one of its own a monitor is down when most vantages failed twice in a row. */
const conditionOf = (m) => m.downCondition ?? { confirmations: 2, quorum: Math.floor(m.vantages.length / 2) + 1 }

const PRIVATE = [
  /^127\./,
  /^10\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^169\.254\./,
  /^0\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
]
function admissibleHost(host, path) {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  const refused =
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name.endsWith('.internal') ||
    (isIP(name) === 4 && PRIVATE.some((range) => range.test(name))) ||
    (isIP(name) === 6 && (name === '::1' || name === '::' || /^f[cde]/.test(name) || name.startsWith('::ffff:')))
  if (refused) throw bad(`${path} must be a public address`)
}
const httpTarget = (value, path) => {
  const out = v.object({
    url: v.url(),
    method: v.optional(v.oneOf('GET', 'HEAD', 'POST')),
    headers: v.optional(v.map(v.string({ min: 0, max: 4000 }))),
    bodyBase64: v.optional(v.base64()),
    followRedirects: v.optional(v.boolean()),
    expectStatus: v.optional(
      v.list(
        v.string({
          pattern: /^[1-5](\d\d|xx)$|^[1-5]\d\d-[1-5]\d\d$/,
          what: 'a status, a class such as 2xx, or a range such as 200-299',
        }),
        { min: 1, max: 20 },
      ),
    ),
    expectBodyContains: v.optional(v.string({ max: 4000 })),
  })(value, path)
  admissibleHost(new URL(out.url).hostname, `${path}.url`)
  return { method: 'GET', followRedirects: true, expectStatus: ['2xx'], ...out }
}
const tcpTarget = (value, path) => {
  const out = v.object({
    host: v.string({ max: 253, pattern: /^[A-Za-z0-9.:_-]+$/, what: 'a host name or address' }),
    port: v.integer({ min: 1, max: 65_535 }),
    tls: v.optional(v.boolean()),
    sendBase64: v.optional(v.base64()),
    expectPrefixBase64: v.optional(v.base64()),
  })(value, path)
  admissibleHost(out.host, `${path}.host`)
  return { tls: false, ...out }
}
const fields = {
  name: v.name(),
  serviceId: v.optional(v.nullable(v.string())),
  enabled: v.optional(v.boolean()),
  intervalSeconds: (value, path) => {
    v.integer()(value, path)
    if (!INTERVALS.some((interval) => interval.seconds === value))
      throw bad(`${path} must be one of ${INTERVALS.map((interval) => interval.seconds).join(', ')}`)
    return value
  },
  vantages: (value, path) => {
    const out = v.list(v.string(), { min: 1, max: 20 })(value, path)
    for (const id of out)
      if (!VANTAGES.some((vantage) => vantage.id === id && vantage.available))
        throw bad(`${path}: there is no available vantage ${id}`)
    return [...new Set(out)]
  },
  timeoutMs: v.optional(v.integer({ min: 100, max: 30_000 })),
  downCondition: v.optional(
    v.object({ confirmations: v.integer({ min: 1, max: 10 }), quorum: v.integer({ min: 1, max: 20 }) }),
  ),
  http: v.optional(httpTarget),
  tcp: v.optional(tcpTarget),
}
const createBody = v.object({ ...fields, kind: v.oneOf('tcp', 'http') })
const updateBody = v.object(Object.fromEntries(Object.entries(fields).map(([key, check]) => [key, v.optional(check)])))

/** What holds for a monitor as a whole, after a write. */
function checkMonitor(org, m) {
  const other = m.kind === 'http' ? 'tcp' : 'http'
  if (!m[m.kind]) throw bad(`${m.kind} is required for a monitor of this kind`)
  if (m[other]) throw bad(`${other} does not belong to a monitor of kind ${m.kind}`)
  if (m.serviceId && !org.uptime.services.has(m.serviceId)) throw notFound(`There is no service ${m.serviceId}.`)
  if (m.downCondition && m.downCondition.quorum > m.vantages.length)
    throw bad('downCondition.quorum must not exceed the number of vantages')
}

export function findMonitor(w, id) {
  for (const org of w.orgs.values()) {
    const monitor = org.uptime.monitors.get(id)
    if (monitor && !monitor.deleted) return { org, monitor }
  }
  return null
}

/** One result of one probe, in order of time. Returns whether the state changed. */
function record(w, monitor, { vantage, outcome, latencyMs, errorKind, errorDetail, responseSnippet, at, historical }) {
  const ok = outcome === 'ok'
  monitor.results.push({ at, vantage, ok, latencyMs, seq: w.seq() })
  const streaks = historical ? new Map() : monitor.streaks
  const attempt = ok ? 0 : (streaks.get(vantage) ?? 0) + 1
  streaks.set(vantage, attempt)
  if (!ok) {
    monitor.failures.push({
      at,
      vantage,
      attempt,
      outcome,
      errorKind: errorKind ?? (outcome === 'fail' ? 'unexpected-response' : 'no-response'),
      errorDetail: errorDetail ?? '',
      responseSnippet: (responseSnippet ?? '').slice(0, SNIPPET),
      seq: w.seq(),
    })
  }
  if (historical) return false
  monitor.last.set(vantage, { ok, latencyMs, at })
  return settle(w, monitor, at, ok)
}
function settle(w, monitor, at, sawSuccess) {
  const { confirmations, quorum } = conditionOf(monitor)
  const failing = monitor.vantages.filter((vantage) => (monitor.streaks.get(vantage) ?? 0) >= confirmations)
  const next = failing.length >= quorum ? 'down' : monitor.state === 'down' ? 'up' : sawSuccess ? 'up' : monitor.state
  if (next === monitor.state) return false
  // Never before the change that it follows.
  const since = Math.max(at, monitor.transitions.at(-1)?.at ?? at)
  monitor.transitions.push({ at: since, from: monitor.state, to: next, failingVantages: failing, seq: w.seq() })
  monitor.state = next
  monitor.stateSince = since
  return true
}

export function probe(w, monitor, { vantage, times = 1, at, ...result }) {
  const vantages = vantage === undefined ? monitor.vantages : [vantage]
  const end = at ?? w.now()
  const latest = Math.max(-Infinity, ...vantages.map((id) => monitor.last.get(id)?.at ?? -Infinity))
  const historical = at !== undefined && end < latest
  const room = end - latest
  const step =
    room > 0 && Number.isFinite(room)
      ? Math.min(monitor.intervalSeconds * 1000, room / times)
      : room === Infinity
        ? monitor.intervalSeconds * 1000
        : 0
  let changes = 0
  for (let index = times - 1; index >= 0; index--) {
    for (const id of vantages)
      if (record(w, monitor, { ...result, vantage: id, at: Math.round(end - index * step), historical })) changes++
  }
  const oldest = w.now() - 8 * DAY
  if (monitor.results.length > 20_000) monitor.results = monitor.results.filter((entry) => entry.at >= oldest)
  return changes
}

function metricsOf(monitor, window, now) {
  const [length, stepSeconds] = WINDOWS[window]
  const from = now - length
  const recent = monitor.results.filter((entry) => entry.at > from && entry.at <= now)
  const uptimePct = {}
  const series = [...new Set([...monitor.vantages, ...recent.map((entry) => entry.vantage)])].map((vantage) => {
    const own = recent.filter((entry) => entry.vantage === vantage)
    if (own.length > 0)
      uptimePct[vantage] = Math.round((10_000 * own.filter((entry) => entry.ok).length) / own.length) / 100
    const buckets = new Map()
    for (const entry of own) {
      const t = Math.max(Math.floor(entry.at / 1000 / stepSeconds) * stepSeconds, Math.ceil(from / 1000))
      buckets.set(t, [...(buckets.get(t) ?? []), entry])
    }
    const points = [...buckets]
      .sort(([a], [b]) => a - b)
      .map(([t, entries]) => {
        const timed = entries.filter((entry) => entry.latencyMs !== undefined)
        return {
          t,
          latencyMs: timed.length ? timed.reduce((sum, entry) => sum + entry.latencyMs, 0) / timed.length : 0,
          up: entries.filter((entry) => entry.ok).length / entries.length,
        }
      })
    return { vantage, points }
  })
  return { window, stepSeconds, uptimePct, series }
}

// --- export ----------------------------------------------------------------------------------------------------------

export function findExportToken(w, { id, secret }) {
  for (const org of w.orgs.values())
    for (const token of org.uptime.exportTokens.values())
      if (secret !== undefined ? sameHash(secret, token.hash) : token.id === id) return { org, token }
  return null
}
const escaped = (text) => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
function exposition(org) {
  const monitors = live(org)
  const each = (render) =>
    monitors.flatMap((monitor) =>
      [...monitor.last]
        .filter(([vantage]) => monitor.vantages.includes(vantage))
        .flatMap(([vantage, last]) => render(monitor, vantage, last)),
    )
  const labels = (monitor, vantage) =>
    `monitor_id="${monitor.id}",monitor="${escaped(monitor.name)}"${vantage ? `,vantage="${vantage}"` : ''}`
  return [
    '# HELP uptime_probe_success Whether the last probe from the vantage succeeded.',
    '# TYPE uptime_probe_success gauge',
    ...each((monitor, vantage, last) => `uptime_probe_success{${labels(monitor, vantage)}} ${last.ok ? 1 : 0}`),
    '# HELP uptime_probe_latency_seconds Latency of the last probe from the vantage.',
    '# TYPE uptime_probe_latency_seconds gauge',
    ...each((monitor, vantage, last) =>
      last.latencyMs === undefined
        ? []
        : `uptime_probe_latency_seconds{${labels(monitor, vantage)}} ${last.latencyMs / 1000}`,
    ),
    '# HELP uptime_monitor_state Whether the monitor is in the state.',
    '# TYPE uptime_monitor_state gauge',
    ...monitors.flatMap((monitor) =>
      ['pending', 'up', 'down'].map(
        (state) => `uptime_monitor_state{${labels(monitor)},state="${state}"} ${monitor.state === state ? 1 : 0}`,
      ),
    ),
    '',
  ].join('\n')
}

// --- routes ----------------------------------------------------------------------------------------------------------

const of = (map, id, what) => {
  const found = map.get(id)
  if (!found || found.deleted) throw notFound(`There is no ${what} ${id}.`)
  return found
}
const nameTaken = (org, name, except) =>
  [...org.uptime.services.values()].some((service) => service !== except && service.name === name)
const monitorOf = ({ org, params }) => of(org.uptime.monitors, params.id, 'monitor')

export const routes = [
  {
    op: 'pingUptime',
    method: 'GET',
    path: `${ROOT}/ping`,
    some: 'uptime.monitor.read',
    run: ({ w, org }) => ({
      status: 200,
      body: { service: 'uptime', org: org.slug, schemaEpoch: '2026-01', time: iso(w.now()) },
    }),
  },

  {
    op: 'getUptimeCatalog',
    method: 'GET',
    path: `${ROOT}/catalog`,
    some: 'uptime.monitor.read',
    run: () => ({ status: 200, body: { intervals: INTERVALS, vantages: VANTAGES } }),
  },

  {
    op: 'listUptimeServices',
    method: 'GET',
    path: `${ROOT}/services`,
    need: 'uptime.service.read',
    run: ({ org }) => ({
      status: 200,
      body: { services: [...org.uptime.services.values()].map((service) => showService(org, service)) },
    }),
  },

  {
    op: 'createUptimeService',
    method: 'POST',
    path: `${ROOT}/services`,
    need: 'uptime.service.write',
    run: ({ w, org, input }) => {
      const { name } = input(v.object({ name: v.name() }))
      if (nameTaken(org, name)) throw conflict('A service with this name exists.')
      const service = { id: newId('usv'), name, createdAt: w.now() }
      org.uptime.services.set(service.id, service)
      return { status: 201, body: showService(org, service) }
    },
  },

  {
    op: 'updateUptimeService',
    method: 'PATCH',
    path: `${ROOT}/services/{id}`,
    need: 'uptime.service.write',
    run: ({ org, params, input }) => {
      const service = of(org.uptime.services, params.id, 'service')
      const { name } = input(v.object({ name: v.name() }))
      if (nameTaken(org, name, service)) throw conflict('A service with this name exists.')
      service.name = name
      return { status: 200, body: showService(org, service) }
    },
  },

  {
    op: 'deleteUptimeService',
    method: 'DELETE',
    path: `${ROOT}/services/{id}`,
    need: 'uptime.service.write',
    run: ({ org, params }) => {
      const service = of(org.uptime.services, params.id, 'service')
      if (countOf(org, service) > 0) throw conflict('Monitors are still attached to the service.')
      org.uptime.services.delete(service.id)
      return { status: 204 }
    },
  },

  {
    op: 'listMonitors',
    method: 'GET',
    path: `${ROOT}/monitors`,
    need: 'uptime.monitor.read',
    run: ({ org }) => ({ status: 200, body: { monitors: live(org).map(showMonitor) } }),
  },

  {
    op: 'createMonitor',
    method: 'POST',
    path: `${ROOT}/monitors`,
    need: 'uptime.monitor.write',
    beforeRelay: ({ org }) => {
      if (live(org).length >= org.quotas.monitors)
        throw forbidden(`The quota of ${org.quotas.monitors} monitors is reached.`)
    },
    run: ({ w, org, input }) => {
      const body = input(createBody)
      checkMonitor(org, body)
      const now = w.now()
      const monitor = {
        id: newId('mon'),
        enabled: true,
        timeoutMs: 10_000,
        ...body,
        state: 'pending',
        stateSince: now,
        createdAt: now,
        updatedAt: now,
        results: [],
        failures: [],
        transitions: [],
        streaks: new Map(),
        last: new Map(),
        metricsDown: false,
      }
      org.uptime.monitors.set(monitor.id, monitor)
      return { status: 201, body: showMonitor(monitor) }
    },
  },

  {
    op: 'getMonitor',
    method: 'GET',
    path: `${ROOT}/monitors/{id}`,
    need: 'uptime.monitor.read',
    run: (ctx) => ({ status: 200, body: showMonitor(monitorOf(ctx)) }),
  },

  {
    op: 'updateMonitor',
    method: 'PATCH',
    path: `${ROOT}/monitors/{id}`,
    need: 'uptime.monitor.write',
    run: (ctx) => {
      const monitor = monitorOf(ctx)
      const given = ctx.input((value) => value)
      if (given !== null && typeof given === 'object' && Object.hasOwn(given, 'kind'))
        throw bad('kind is immutable; create another monitor to switch checks')
      const body = updateBody(given)
      checkMonitor(ctx.org, { ...monitor, ...body })
      if (body.enabled === true && !monitor.enabled) monitor.streaks.clear()
      Object.assign(monitor, body, { updatedAt: ctx.w.now() })
      return { status: 200, body: showMonitor(monitor) }
    },
  },

  {
    op: 'deleteMonitor',
    method: 'DELETE',
    path: `${ROOT}/monitors/{id}`,
    need: 'uptime.monitor.write',
    run: (ctx) => {
      monitorOf(ctx).deleted = ctx.w.now()
      return { status: 204 }
    },
  },

  {
    op: 'getMonitorMetrics',
    method: 'GET',
    path: `${ROOT}/monitors/{id}/metrics`,
    need: 'uptime.monitor.read',
    run: (ctx) => {
      const monitor = monitorOf(ctx)
      const window = ctx.query.window ?? '24h'
      if (!Object.hasOwn(WINDOWS, window)) throw bad(`window must be one of ${Object.keys(WINDOWS).join(', ')}.`)
      if (monitor.metricsDown || ctx.org.uptime.metricsDown)
        throw new HttpError(503, 'Metrics are temporarily unavailable.', { 'retry-after': '30' })
      return { status: 200, body: metricsOf(monitor, window, ctx.w.now()) }
    },
  },

  {
    op: 'listMonitorFailures',
    method: 'GET',
    path: `${ROOT}/monitors/{id}/failures`,
    need: 'uptime.monitor.read',
    run: (ctx) => ({
      status: 200,
      body: {
        failures: monitorOf(ctx)
          .failures.toSorted(newestFirst('at'))
          .slice(0, RECENT_FAILURES)
          .map(({ seq, ...failure }) => ({ ...failure, at: iso(failure.at) })),
      },
    }),
  },

  {
    op: 'listMonitorTransitions',
    method: 'GET',
    path: `${ROOT}/monitors/{id}/transitions`,
    need: 'uptime.monitor.read',
    run: (ctx) => ({
      status: 200,
      body: {
        transitions: monitorOf(ctx)
          .transitions.toSorted(newestFirst('at'))
          .slice(0, MAX_TRANSITIONS)
          .map(({ seq, ...transition }) => ({ ...transition, at: iso(transition.at) })),
      },
    }),
  },

  {
    op: 'listExportTokens',
    method: 'GET',
    path: `${ROOT}/export-tokens`,
    need: 'uptime.export.read',
    run: ({ org }) => ({
      status: 200,
      body: {
        tokens: [...org.uptime.exportTokens.values()]
          .filter((token) => !token.revoked)
          .map((token) => ({
            id: token.id,
            name: token.name,
            createdAt: iso(token.createdAt),
            lastUsedAt: token.lastUsedAt ? iso(token.lastUsedAt) : '',
          })),
      },
    }),
  },

  {
    op: 'createExportToken',
    method: 'POST',
    path: `${ROOT}/export-tokens`,
    need: 'uptime.export.write',
    run: ({ w, org, input }) => {
      const { name } = input(v.object({ name: v.name() }))
      const secret = newSecret('uxt')
      const token = { id: newId('uxt'), name, hash: hash(secret), createdAt: w.now() }
      org.uptime.exportTokens.set(token.id, token)
      return { status: 201, body: { id: token.id, name, token: secret, createdAt: iso(token.createdAt) } }
    },
  },

  {
    op: 'revokeExportToken',
    method: 'DELETE',
    path: `${ROOT}/export-tokens/{id}`,
    need: 'uptime.export.write',
    run: ({ org, params }) => {
      const token = of(org.uptime.exportTokens, params.id, 'export token')
      if (token.revoked) throw notFound(`There is no export token ${params.id}.`)
      token.revoked = true
      return { status: 204 }
    },
  },

  // Side door.
  {
    op: 'scrapeMetrics',
    door: true,
    open: true,
    method: 'GET',
    path: `${ROOT}/metrics`,
    run: ({ w, headers }) => {
      const found = findExportToken(w, { secret: bearer(headers) ?? '' })
      if (!found || found.token.revoked) throw new HttpError(401, 'No valid export token.')
      if (!found.org.entitlements.uptime)
        throw forbidden('Uptime is in private beta and not enabled for this organization.')
      if (!w.backends.uptime) throw new HttpError(502, 'The uptime backend cannot be reached.')
      found.token.lastUsedAt = w.now()
      return {
        status: 200,
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
        raw: exposition(found.org),
      }
    },
  },
].map((route) => ({ area: 'uptime', ...route }))
