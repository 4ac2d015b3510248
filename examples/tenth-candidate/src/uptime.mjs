// Uptime: services, monitors and their down condition, metrics, failures, transitions and export tokens.
import { isIP } from 'node:net'
import { Fail, SECOND, HOUR, DAY, str, int, bool, oneOf, list, opt, shape, some, stamp, secret, sha256, broken, conflict, denied, unknown, fold, base64, weburl, byText, malformed, plain } from './base.mjs'

const INTERVALS = [[20, 'every 20 seconds'], [60, 'every minute'], [180, 'every 3 minutes'], [600, 'every 10 minutes'], [1800, 'every half hour']]
export const VANTAGES = [
  { id: '31', label: 'Falkenstein', available: true }, { id: '32', label: 'Helsinki', available: true }, { id: '33', label: 'Gravelines', available: true }, { id: '34', label: 'Milano', available: true }, { id: '39', label: 'Lisboa (in preparation)', available: false },
]
const STEPS = { '1h': [HOUR, 120], '24h': [DAY, 1800], '7d': [7 * DAY, 7200] }
const SNIPPET = 200
const RECENT = 25
const RECOVER = 2

// ---- the backend's checks
const httpShape = {
  url: weburl(), method: opt(oneOf('GET', 'HEAD', 'POST')), bodyBase64: opt(base64()), followRedirects: opt(bool()), expectBodyContains: opt(str({ max: 1000, loose: true })),
  headers: opt((value, at) => {
    if (!plain(value)) throw malformed(`${at} must be an object.`)
    if (Object.keys(value).length > 30) throw broken(`${at} has too many entries.`)
    const seen = new Set()
    for (const [name, text] of Object.entries(value)) {
      if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name)) throw broken(`${at} has a name that is not one of a header.`)
      if (typeof text !== 'string') throw malformed(`${at}.${name} must be a string.`)
      if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text) || text.length > 2000) throw broken(`${at}.${name} cannot be a header.`)
      if (seen.has(fold(name))) throw broken(`${at} names ${name} twice.`)
      seen.add(fold(name))
    }
    return value
  }),
  expectStatus: opt(list((value, at) => {
    str()(value, at)
    const range = /^([1-5]\d\d)-([1-5]\d\d)$/.exec(value)
    if (!/^[1-5](?:\d\d|xx)$/.test(value) && !(range && range[1] <= range[2])) throw broken(`${at} must look like 204, 2xx or 200-299.`)
    return value
  }, { min: 1, unique: true })),
}
const tcpShape = {
  host: (value, at) => {
    str({ max: 253 })(value, at)
    const bare = value.replace(/^\[(.*)\]$/, '$1')
    if (!isIP(bare) && !/^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\.?$/.test(value)) throw broken(`${at} is neither a host name nor an address.`)
    return value
  },
  port: int({ min: 1, max: 65535 }), tls: opt(bool()), sendBase64: opt(base64()), expectPrefixBase64: opt(base64()),
}
const optional = (fields) => Object.fromEntries(Object.entries(fields).map(([key, type]) => [key, opt(type)]))
const vantages = (value, at) => {
  const read = list(str(), { min: 1, unique: true })(value, at)
  for (const id of read) {
    const found = VANTAGES.find((v) => v.id === id)
    if (!found) throw broken(`There is no vantage ${id}.`)
    if (!found.available) throw broken(`${found.label} is not available.`)
  }
  return read
}
const interval = (value, at) => {
  int()(value, at)
  if (!INTERVALS.some(([seconds]) => seconds === value)) throw broken(`${at} must be one of ${INTERVALS.map(([seconds]) => seconds).join(', ')}.`)
  return value
}
const condition = shape({ confirmations: int({ min: 1, max: 20 }), quorum: int({ min: 1, max: 20 }) })
const common = { name: str({ max: 100 }), serviceId: opt(str({ min: 0 })), enabled: opt(bool()), intervalSeconds: interval, vantages, timeoutMs: opt(int({ min: 50, max: 60000 })), downCondition: opt(condition) }
const createShape = shape({ ...common, kind: oneOf('tcp', 'http'), http: opt(shape(httpShape)), tcp: opt(shape(tcpShape)) })
const changeShape = some({ ...optional(common), http: opt(some(optional(httpShape))), tcp: opt(some(optional(tcpShape))) })

// Loopback and link-local targets make no sense from outside.
const inward = (host) => {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '').toLowerCase()
  return bare === 'localhost' || bare.endsWith('.localhost') || /^127\./.test(bare) || /^169\.254\./.test(bare) || bare === '::1' || bare === '0.0.0.0' || /^fe[89ab][0-9a-f]:/.test(bare)
}
function admissible(m) {
  if (m.timeoutMs > m.intervalSeconds * SECOND) throw broken('timeoutMs is longer than the interval.')
  if (m.downCondition.quorum > m.vantages.length) throw broken('The quorum is above the number of vantages.')
  if (inward(m.kind === 'http' ? new URL(m.http.url).hostname : m.tcp.host)) throw broken('This target cannot be reached from the vantages.')
}

// ---- state
export function newMonitor(world, org, m) {
  const monitor = world.record('UptimeMonitor', { id: world.id(), org: org.slug, ...m, state: 'pending', since: world.now(), probes: [], streaks: new Map(), failures: [], transitions: [], deleted: false, updated: world.now() })
  org.monitors.set(monitor.id, monitor)
  return monitor
}
const failing = (m) => m.vantages.filter((v) => m.streaks.get(v)?.down)
function move(world, m, to, at) {
  m.transitions.push({ at, seq: world.counter++, from: m.state, to, failing: failing(m) })
  m.state = to
  m.since = at
  world.touch(m, `Went${to}`)
}
// One result at one vantage. A vantage is down after as many failures in a row as confirmations ask for and well again after
// two successes in a row; the monitor is down while the quorum of vantages is.
export function probe(world, m, { vantage, outcome, at, latencyMs = 63, errorKind, errorDetail, responseSnippet }) {
  const streak = m.streaks.get(vantage) ?? { bad: 0, good: 0, down: false, seen: false }
  m.streaks.set(vantage, streak)
  streak.seen = true
  streak.last = at
  streak.up = outcome === 'ok'
  streak.latency = latencyMs
  m.probes.push({ at, vantage, ok: outcome === 'ok', latencyMs: outcome === 'ok' ? latencyMs : m.timeoutMs })
  if (m.probes.length > 20000) m.probes.splice(0, 5000)
  if (outcome === 'ok') {
    streak.good += 1
    streak.bad = 0
    if (streak.down && streak.good >= RECOVER) streak.down = false
  } else {
    streak.bad += 1
    streak.good = 0
    if (streak.bad >= m.downCondition.confirmations) streak.down = true
    m.failures.push({
      at, seq: world.counter++, vantage, attempt: streak.bad, outcome, errorKind: errorKind ?? (outcome === 'fail' ? 'unexpected-answer' : 'no-answer'),
      errorDetail: errorDetail ?? (outcome === 'fail' ? 'The answer was not as expected.' : 'There was no answer in time.'), responseSnippet: [...(responseSnippet ?? '')].slice(0, SNIPPET).join(''),
    })
    if (m.failures.length > 500) m.failures.splice(0, 100)
  }
  const down = failing(m).length >= m.downCondition.quorum
  const before = m.transitions.length
  if (m.state !== 'down' && down) move(world, m, 'down', at)
  else if (m.state === 'down' && !down) move(world, m, 'up', at)
  else if (m.state === 'pending' && m.vantages.every((v) => m.streaks.get(v)?.good > 0)) move(world, m, 'up', at)
  return m.transitions.length - before
}

// ---- views
const count = (org, service) => [...org.monitors.values()].filter((m) => !m.deleted && m.serviceId === service.id).length
const serviceView = (world, org, s) => ({ id: s.id, name: s.name, monitors: count(org, s), createdAt: stamp(s.born), ...world.meta(s) })
const view = (world, m) => ({
  id: m.id, name: m.name, ...(m.serviceId ? { serviceId: m.serviceId } : {}), enabled: m.enabled, intervalSeconds: m.intervalSeconds, vantages: m.vantages, timeoutMs: m.timeoutMs, downCondition: m.downCondition, kind: m.kind,
  state: m.state, stateSince: stamp(m.since), createdAt: stamp(m.born), updatedAt: stamp(m.updated), ...(m.http ? { http: m.http } : {}), ...(m.tcp ? { tcp: m.tcp } : {}), failingVantages: failing(m), ...world.meta(m),
})
const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
function metrics(world, m, window) {
  const [length, step] = STEPS[window]
  const now = world.now()
  const recent = m.probes.filter((p) => p.at > now - length && p.at <= now)
  const uptimePct = {}
  const series = []
  for (const vantage of [...new Set([...m.vantages, ...recent.map((p) => p.vantage)])]) {
    const mine = recent.filter((p) => p.vantage === vantage)
    if (!mine.length) continue
    uptimePct[vantage] = Math.round((100000 * mine.filter((p) => p.ok).length) / mine.length) / 1000
    const steps = Map.groupBy ? Map.groupBy(mine, (p) => Math.floor(p.at / (step * SECOND))) : mine.reduce((all, p) => {
      const key = Math.floor(p.at / (step * SECOND))
      return all.set(key, [...(all.get(key) ?? []), p])
    }, new Map())
    series.push({ vantage, label: VANTAGES.find((v) => v.id === vantage)?.label ?? vantage, points: [...steps].sort((a, b) => a[0] - b[0]).map(([key, points]) => ({ t: key * step * SECOND, latencyMs: median(points.map((p) => p.latencyMs)), up: points.every((p) => p.ok) ? 1 : 0, probes: points.length })) })
  }
  return { window, stepSeconds: step, uptimePct, series, until: stamp(now) }
}

// ---- lookups
const seen = (ctx, m) => ctx.can('uptime.monitor', 'read', m.serviceId)
const serviceIn = (ctx, tier) => {
  const s = ctx.org.upServices.get(ctx.params.id)
  if (!s) throw unknown('service')
  ctx.reach('uptime.service', tier, s.id, 'service')
  return s
}
const monitorIn = (ctx, tier, past = false) => {
  const m = ctx.org.monitors.get(ctx.params.id)
  if (!m || (m.deleted && !past)) throw unknown('monitor')
  ctx.reach('uptime.monitor', tier, m.serviceId, 'monitor')
  return m
}
const freeName = (org, name, self) => {
  for (const s of org.upServices.values()) if (s !== self && fold(s.name) === fold(name)) throw conflict('A service with this name exists.')
}
const serviceGiven = (ctx, id) => {
  if (!id) return undefined
  if (!ctx.org.upServices.has(id) || !ctx.can('uptime.service', 'read', id)) throw broken('There is no such service.')
  ctx.need('uptime.monitor', 'write', id)
  return id
}
const U = '/api/v1/uptime'
const SERVICES = `${U}/services`
const MONITORS = `${U}/monitors`
const TOKENS = `${U}/export-tokens`
const defaultsHttp = (http) => ({ method: 'GET', followRedirects: true, expectStatus: ['2xx'], ...http })
const name = shape({ name: str({ max: 100 }) })
const anywhere = (resource, tier) => (ctx) => ctx.need(`uptime.${resource}`, tier)

export const routes = [
  ['GET', `${U}/ping`, 'pingUptime', {}, (ctx) => ({ service: 'zehnt-uptime', org: ctx.org.id, schemaEpoch: '2026-10', time: stamp(ctx.world.now()), orgSlug: ctx.org.slug })],
  ['GET', `${U}/catalog`, 'getUptimeCatalog', {}, () => ({ intervals: INTERVALS.map(([seconds, label]) => ({ seconds, label })), vantages: VANTAGES.map((v) => ({ ...v, continent: 'EU' })) })],
  ['GET', SERVICES, 'listUptimeServices', {}, (ctx) => ({ services: [...ctx.org.upServices.values()].filter((s) => ctx.can('uptime.service', 'read', s.id)).sort(byText('name')).map((s) => serviceView(ctx.world, ctx.org, s)) })],
  ['POST', SERVICES, 'createUptimeService', { status: 201, before: anywhere('service', 'write'), body: name }, ({ world, org, body }) => {
    freeName(org, body.name)
    const s = world.record('UptimeService', { id: world.id(), name: body.name })
    org.upServices.set(s.id, s)
    return serviceView(world, org, s)
  }],
  ['PATCH', `${SERVICES}/{id}`, 'renameUptimeService', { before: (ctx) => serviceIn(ctx, 'write'), body: name }, (ctx) => {
    const s = serviceIn(ctx, 'write')
    freeName(ctx.org, ctx.body.name, s)
    s.name = ctx.body.name
    ctx.world.touch(s, 'Renamed')
    return serviceView(ctx.world, ctx.org, s)
  }],
  ['DELETE', `${SERVICES}/{id}`, 'deleteUptimeService', { status: 204 }, (ctx) => {
    const s = serviceIn(ctx, 'write')
    if (count(ctx.org, s)) throw conflict('Monitors are still attached to the service.')
    ctx.org.upServices.delete(s.id)
    ctx.world.touch(s, 'Deleted')
  }],
  ['GET', MONITORS, 'listMonitors', {}, (ctx) => ({ monitors: [...ctx.org.monitors.values()].filter((m) => !m.deleted && seen(ctx, m)).sort((a, b) => b.seq - a.seq).map((m) => view(ctx.world, m)) })],
  ['POST', MONITORS, 'createMonitor', {
    status: 201, body: createShape,
    gate: (ctx) => {
      if (!ctx.canSome('uptime.monitor', 'write')) throw denied('This needs uptime.monitor.write.')
      if ([...ctx.org.monitors.values()].filter((m) => !m.deleted).length >= ctx.org.quotas.monitors) throw denied('The monitor quota is reached.')
    },
  }, (ctx) => {
    const { world, org, body } = ctx
    if (!body[body.kind]) throw broken(`A monitor of kind ${body.kind} needs ${body.kind}.`)
    const other = body.kind === 'http' ? 'tcp' : 'http'
    if (body[other]) throw broken(`A monitor of kind ${body.kind} has no ${other}.`)
    const serviceId = serviceGiven(ctx, body.serviceId)
    if (!serviceId) ctx.need('uptime.monitor', 'write')
    const m = {
      name: body.name, serviceId, enabled: body.enabled ?? true, intervalSeconds: body.intervalSeconds, vantages: body.vantages, timeoutMs: body.timeoutMs ?? 5000,
      downCondition: body.downCondition ?? { confirmations: 3, quorum: Math.ceil(body.vantages.length / 2) }, kind: body.kind, ...(body.http ? { http: defaultsHttp(body.http) } : { tcp: { tls: false, ...body.tcp } }),
    }
    admissible(m)
    return view(world, newMonitor(world, org, m))
  }],
  ['GET', `${MONITORS}/{id}`, 'getMonitor', {}, (ctx) => view(ctx.world, monitorIn(ctx, 'read'))],
  ['PATCH', `${MONITORS}/{id}`, 'updateMonitor', { before: (ctx) => monitorIn(ctx, 'write'), body: changeShape }, (ctx) => {
    const m = monitorIn(ctx, 'write')
    const { body } = ctx
    const other = m.kind === 'http' ? 'tcp' : 'http'
    if (body[other]) throw broken(`A monitor of kind ${m.kind} has no ${other}.`)
    const next = { ...m, ...body, ...(body[m.kind] ? { [m.kind]: { ...m[m.kind], ...body[m.kind] } } : {}) }
    if (body.serviceId !== undefined) next.serviceId = serviceGiven(ctx, body.serviceId)
    admissible(next)
    // The state stays; what has been counted towards a change starts again where it no longer means the same.
    if (body[m.kind] || body.downCondition || (body.enabled === true && !m.enabled)) for (const s of next.streaks.values()) Object.assign(s, { bad: 0, good: 0 })
    for (const v of [...next.streaks.keys()]) if (!next.vantages.includes(v)) next.streaks.delete(v)
    Object.assign(m, next, { updated: ctx.world.now() })
    ctx.world.touch(m, 'Changed')
    return view(ctx.world, m)
  }],
  ['DELETE', `${MONITORS}/{id}`, 'deleteMonitor', { status: 204 }, (ctx) => {
    const m = monitorIn(ctx, 'write')
    m.deleted = true
    ctx.world.touch(m, 'Deleted')
  }],
  ['GET', `${MONITORS}/{id}/metrics`, 'getMonitorMetrics', { query: ['window'] }, (ctx) => {
    const m = monitorIn(ctx, 'read', true)
    const { window = '1h' } = ctx.query
    if (!Object.hasOwn(STEPS, window)) throw broken('window must be 1h, 24h or 7d.')
    if (ctx.org.metricsDown || m.metricsDown) throw new Fail(503, 'Metrics are temporarily unavailable.')
    return metrics(ctx.world, m, window)
  }],
  ['GET', `${MONITORS}/{id}/failures`, 'listMonitorFailures', {}, (ctx) => ({
    failures: [...monitorIn(ctx, 'read', true).failures].sort((a, b) => b.at - a.at || b.seq - a.seq).slice(0, RECENT).map(({ at, seq, ...f }) => ({ at: stamp(at), ...f, number: seq })),
  })],
  ['GET', `${MONITORS}/{id}/transitions`, 'listMonitorTransitions', {}, (ctx) => ({
    transitions: [...monitorIn(ctx, 'read', true).transitions].sort((a, b) => b.at - a.at || b.seq - a.seq).slice(0, 50).map((t) => ({ at: stamp(t.at), from: t.from, to: t.to, failingVantages: t.failing, number: t.seq })),
  })],
  ['GET', TOKENS, 'listExportTokens', { before: anywhere('export', 'read') }, ({ world, org }) => ({
    tokens: [...org.exports.values()].sort((a, b) => b.seq - a.seq).map((t) => ({ id: t.id, name: t.name, createdAt: stamp(t.born), lastUsedAt: t.used ? stamp(t.used) : 'never', ...world.meta(t) })),
  })],
  ['POST', TOKENS, 'createExportToken', { status: 201, before: anywhere('export', 'write'), body: shape({ name: str({ max: 80 }) }) }, ({ world, org, body }) => {
    if ([...org.exports.values()].some((t) => fold(t.name) === fold(body.name))) throw conflict('There is an export token of this name already.')
    const token = secret('scrape-', 24)
    const t = world.record('UptimeExportToken', { id: world.id(), name: body.name, hash: sha256(token), used: null })
    org.exports.set(t.id, t)
    return { id: t.id, name: t.name, token, createdAt: stamp(t.born), lastUsedAt: 'never', ...world.meta(t) }
  }],
  ['DELETE', `${TOKENS}/{id}`, 'revokeExportToken', { status: 204, before: anywhere('export', 'write') }, (ctx) => {
    const t = ctx.org.exports.get(ctx.params.id)
    if (!t) throw unknown('export token')
    ctx.org.exports.delete(t.id)
    ctx.world.touch(t, 'Revoked')
  }],
  // Side door
  ['GET', `${U}/prometheus`, 'scrapeMetrics', {
    auth: false,
    first: (ctx) => {
      const found = /^Bearer +(\S+)$/i.exec(ctx.request.authorization ?? '')
      const hash = found && sha256(found[1])
      for (const org of ctx.world.orgs.values()) for (const t of org.exports.values()) if (t.hash === hash) Object.assign(ctx, { org, export: t })
      if (!ctx.export) throw new Fail(401, 'This export token is not known.')
      if (!ctx.org.entitled.uptime) throw denied('Uptime is not enabled for the organization.')
      if (!ctx.world.backends.uptime) throw new Fail(502, 'The uptime backend is unreachable.')
    },
  }, (ctx) => {
    ctx.export.used = ctx.world.now()
    const quote = (text) => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
    const monitors = [...ctx.org.monitors.values()].filter((m) => !m.deleted)
    const lines = ['# HELP zehnt_monitor_state State of the monitor: 1 up, 0 down, -1 pending.', '# TYPE zehnt_monitor_state gauge']
    for (const m of monitors) lines.push(`zehnt_monitor_state{monitor="${m.id}",name="${quote(m.name)}"} ${{ up: 1, down: 0, pending: -1 }[m.state]}`)
    lines.push('# HELP zehnt_probe_ok Whether the last probe succeeded.', '# TYPE zehnt_probe_ok gauge')
    for (const m of monitors) for (const [v, s] of m.streaks) lines.push(`zehnt_probe_ok{monitor="${m.id}",vantage="${v}"} ${s.up ? 1 : 0}`)
    lines.push('# HELP zehnt_probe_latency_milliseconds Latency of the last probe.', '# TYPE zehnt_probe_latency_milliseconds gauge')
    for (const m of monitors) for (const [v, s] of m.streaks) lines.push(`zehnt_probe_latency_milliseconds{monitor="${m.id}",vantage="${v}"} ${s.latency}`)
    return { raw: `${lines.join('\n')}\n`, type: 'text/plain; version=0.0.4; charset=utf-8' }
  }],
]
