// Uptime: services, monitors, what probes report, metrics and export tokens.
import { W, now, stamp, newId, newSecret, sha, byId, has, text, int, optFlag, oneOf, texts, uri, object, bad, missing, refuse, ok, made, gone, mayAny } from './base.mjs'

export const INTERVALS = [20, 60, 240, 1200]
export const VANTAGES = [['north', true], ['south', true], ['west', true], ['island', false]]
const WINDOWS = { '1h': [3600, 60], '24h': [86400, 900], '7d': [604800, 7200] }
const READ = 'uptime.monitor.read'
const WRITE = 'uptime.monitor.write'

const need = (c, perm) => mayAny(c.ctx, perm) || missing()
const live = (org) => [...org.monitors.values()].filter((m) => !m.deleted)
const monitorAt = (c, perm) => {
  need(c, perm)
  const m = c.ctx.org.monitors.get(c.p.id)
  return m && !m.deleted ? m : missing('no such monitor')
}
const serviceAt = (c, perm) => {
  need(c, perm)
  return c.ctx.org.uptimeServices.get(c.p.id) ?? missing('no such service')
}
const serviceShape = (org, s) => ({ id: s.id, name: s.name, monitors: live(org).filter((m) => m.serviceId === s.id).length, createdAt: stamp(s.createdAt) })
const monitorShape = (m) => ({
  id: m.id, name: m.name, ...(m.serviceId === undefined ? {} : { serviceId: m.serviceId }), enabled: m.enabled, intervalSeconds: m.intervalSeconds, vantages: m.vantages, timeoutMs: m.timeoutMs,
  downCondition: m.downCondition, kind: m.kind, createdAt: stamp(m.createdAt), updatedAt: stamp(m.updatedAt), ...(m.http ? { http: m.http } : {}), ...(m.tcp ? { tcp: m.tcp } : {}),
})
const base64 = (b, k) => (/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text(b, k)) ? b[k] : bad(`${k} must be base64`))
const carry = (b, out, fields) => {
  for (const [k, read] of Object.entries(fields)) if (has(b, k)) out[k] = read(b, k)
  return out
}
const flagOf = (b, k) => optFlag(b, k)
const readHttp = (b) =>
  carry(b, { url: uri(b, 'url', ['http', 'https']) }, {
    method: (x, k) => oneOf(x, k, ['GET', 'HEAD', 'POST']),
    headers: (x, k) => (Object.values(object(x, k)).every((v) => typeof v === 'string') ? { ...x[k] } : bad('headers has texts only')),
    bodyBase64: base64, followRedirects: flagOf, expectStatus: texts, expectBodyContains: text,
  })
const readTcp = (b) => {
  const port = int(b, 'port', 1)
  if (port > 65535) bad('port is too large')
  return carry(b, { host: text(b, 'host'), port }, { tls: flagOf, sendBase64: base64, expectPrefixBase64: base64 })
}
// Shape first, then what the backend refuses: the quota lies between the two.
function shapeOf(b, fresh) {
  const out = {}
  const want = (k) => fresh || has(b, k)
  if (want('name')) out.name = text(b, 'name')
  if (has(b, 'serviceId')) out.serviceId = text(b, 'serviceId')
  if (has(b, 'enabled')) out.enabled = optFlag(b, 'enabled')
  if (want('intervalSeconds')) out.intervalSeconds = int(b, 'intervalSeconds')
  if (want('vantages')) out.vantages = texts(b, 'vantages')
  if (has(b, 'timeoutMs')) out.timeoutMs = int(b, 'timeoutMs', 1)
  if (has(b, 'downCondition')) {
    const d = object(b, 'downCondition')
    out.downCondition = { confirmations: int(d, 'confirmations', 1), quorum: int(d, 'quorum', 1) }
  }
  if (has(b, 'http')) out.http = readHttp(object(b, 'http'))
  if (has(b, 'tcp')) out.tcp = readTcp(object(b, 'tcp'))
  return out
}
function admit(org, m) {
  if (m.intervalSeconds !== undefined && !INTERVALS.includes(m.intervalSeconds)) bad('this interval is not on offer')
  for (const v of m.vantages ?? []) if (!VANTAGES.some(([id, available]) => id === v && available)) bad(`the vantage ${v} is not available`)
  if (m.serviceId !== undefined && !org.uptimeServices.has(m.serviceId)) missing('no such service')
}
const relay = () => W.down.uptime && refuse(502, 'the uptime backend is unreachable')
const nameFree = (org, name, self) => {
  for (const s of org.uptimeServices.values()) if (s.name === name && s !== self) refuse(409, 'a service with this name exists')
}

// ---------------------------------------------------------------- probes
export function monitorAnywhere(id) {
  for (const org of W.orgs.values()) if (org.monitors.has(id)) return { org, m: org.monitors.get(id) }
  return null
}
function settle(m, at) {
  const failing = m.vantages.filter((v) => (m.streaks.get(v) ?? 0) >= m.downCondition.confirmations)
  const next = failing.length >= m.downCondition.quorum ? 'down' : m.state === 'down' || m.vantages.some((v) => m.streaks.get(v) === 0) ? 'up' : m.state
  if (next === m.state) return 0
  m.transitions.push({ at, from: m.state, to: next, failingVantages: [...new Set(failing)] })
  m.state = next
  return 1
}
export function probe(m, e) {
  const vantages = e.vantage === undefined ? [...new Set(m.vantages)] : [e.vantage]
  const times = e.times ?? 1
  const end = e.at ?? now()
  const lastKnown = Math.max(m.createdAt, m.results.length ? m.results[m.results.length - 1].at : 0)
  const gap = times > 1 ? Math.max(1, Math.min(m.intervalSeconds * 1000, Math.floor((end - lastKnown) / times))) : 0
  let moves = 0
  for (let n = times - 1; n >= 0; n--) {
    const at = end - n * gap
    for (const vantage of vantages) {
      const good = e.outcome === 'ok'
      m.results.push({ at, vantage, up: good ? 1 : 0, latencyMs: e.latencyMs ?? 0 })
      m.streaks.set(vantage, good ? 0 : (m.streaks.get(vantage) ?? 0) + 1)
      if (!good) m.failures.push({ at, vantage, attempt: 1, outcome: e.outcome, errorKind: e.errorKind ?? '', errorDetail: e.errorDetail ?? '', responseSnippet: (e.responseSnippet ?? '').slice(0, 120) })
    }
    moves += settle(m, at)
  }
  return { state: m.state, transitions: moves }
}
const newestFirst = (list) => list.map((x, n) => [x, n]).sort((a, b) => b[0].at - a[0].at || b[1] - a[1]).map(([x]) => ({ ...x, at: stamp(x.at) }))

export const exportBySecret = (secret) => {
  for (const org of W.orgs.values()) for (const t of org.exportTokens.values()) if (t.hash === sha(secret)) return { org, t }
  return null
}
export const doors = {
  'GET /api/v1/uptime/scrape': (c) => {
    const secret = /^Bearer (\S+)$/i.exec(c.req.headers.authorization ?? '')?.[1]
    const hit = secret ? exportBySecret(secret) : null
    if (!hit) refuse(401, 'no valid export token')
    if (!hit.org.entitled.uptime) missing('uptime is not enabled')
    hit.t.lastUsedAt = now()
    const lines = ['# TYPE check_ok gauge']
    for (const m of live(hit.org)) {
      const last = new Map(m.results.map((r) => [r.vantage, r]))
      for (const r of last.values()) lines.push(`check_ok{monitor="${m.id}",vantage="${r.vantage}"} ${r.up}`)
    }
    return { status: 200, raw: `${lines.join('\n')}\n`, type: 'text/plain; version=0.0.4' }
  },
}

export const routes = {
  'GET /api/v1/uptime/ping': (c) => {
    need(c, READ)
    return ok({ service: 'uptime', org: c.ctx.org.id, schemaEpoch: '', time: stamp(now()) })
  },
  'GET /api/v1/uptime/catalog': (c) => {
    need(c, READ)
    return ok({ intervals: INTERVALS.map((seconds) => ({ seconds, label: '' })), vantages: VANTAGES.map(([id, available]) => ({ id, label: '', available })) })
  },
  'GET /api/v1/uptime/services': (c) => {
    need(c, READ)
    return ok({ services: byId(c.ctx.org.uptimeServices.values()).map((s) => serviceShape(c.ctx.org, s)) })
  },
  'POST /api/v1/uptime/services': (c) => {
    need(c, WRITE)
    const name = text(c.b, 'name')
    nameFree(c.ctx.org, name, null)
    const s = { id: newId(), name, createdAt: now() }
    c.ctx.org.uptimeServices.set(s.id, s)
    return made(serviceShape(c.ctx.org, s))
  },
  'PATCH /api/v1/uptime/services/{id}': (c) => {
    const s = serviceAt(c, WRITE)
    const name = text(c.b, 'name')
    nameFree(c.ctx.org, name, s)
    s.name = name
    return ok(serviceShape(c.ctx.org, s))
  },
  'DELETE /api/v1/uptime/services/{id}': (c) => {
    const s = serviceAt(c, WRITE)
    if (live(c.ctx.org).some((m) => m.serviceId === s.id)) refuse(409, 'monitors are attached')
    c.ctx.org.uptimeServices.delete(s.id)
    return gone()
  },
  'GET /api/v1/uptime/monitors': (c) => {
    need(c, READ)
    return ok({ monitors: byId(live(c.ctx.org)).map(monitorShape) })
  },
  'POST /api/v1/uptime/monitors': (c) => {
    need(c, WRITE)
    const { org } = c.ctx
    const kind = oneOf(c.b, 'kind', ['tcp', 'http'])
    const given = shapeOf(c.b, true)
    if (live(org).length >= org.quotas.monitors) refuse(403, 'the monitor quota is reached')
    relay()
    admit(org, given)
    if (!given[kind]) bad(`a monitor of this kind needs ${kind}`)
    const m = { id: newId(), enabled: true, timeoutMs: 5000, downCondition: { confirmations: 1, quorum: 1 }, kind, createdAt: now(), updatedAt: now(), ...given, deleted: false, state: 'pending', streaks: new Map(), results: [], failures: [], transitions: [], metricsDown: false }
    org.monitors.set(m.id, m)
    return made(monitorShape(m))
  },
  'GET /api/v1/uptime/monitors/{id}': (c) => ok(monitorShape(monitorAt(c, READ))),
  'PATCH /api/v1/uptime/monitors/{id}': (c) => {
    const m = monitorAt(c, WRITE)
    const given = shapeOf(c.b, false)
    admit(c.ctx.org, given)
    Object.assign(m, given, { updatedAt: now() })
    return ok(monitorShape(m))
  },
  'DELETE /api/v1/uptime/monitors/{id}': (c) => {
    monitorAt(c, WRITE).deleted = true
    return gone()
  },
  'GET /api/v1/uptime/monitors/{id}/metrics': (c) => {
    const m = monitorAt(c, READ)
    const window = c.q.has('window') ? oneOf({ window: c.q.get('window') }, 'window', Object.keys(WINDOWS)) : '7d'
    if (m.metricsDown || c.ctx.org.metricsDown) refuse(503, 'metrics are unavailable for now')
    const [length, step] = WINDOWS[window]
    const from = now() - length * 1000
    const series = []
    const uptimePct = {}
    const recent = m.results.filter((r) => r.at >= from && r.at <= now())
    for (const vantage of [...new Set(recent.map((r) => r.vantage))].sort()) {
      const mine = recent.filter((r) => r.vantage === vantage)
      const bins = new Map()
      for (const r of mine) {
        const t = Math.floor(r.at / 1000 / step) * step
        if (!bins.has(t)) bins.set(t, [])
        bins.get(t).push(r)
      }
      const mean = (list, k) => list.reduce((n, r) => n + r[k], 0) / list.length
      series.push({ vantage, points: [...bins].sort((a, b) => a[0] - b[0]).map(([t, list]) => ({ t, latencyMs: mean(list, 'latencyMs'), up: mean(list, 'up') })) })
      uptimePct[vantage] = 100 * mean(mine, 'up')
    }
    return ok({ window, stepSeconds: step, uptimePct, series })
  },
  'GET /api/v1/uptime/monitors/{id}/failures': (c) => ok({ failures: newestFirst(monitorAt(c, READ).failures) }),
  'GET /api/v1/uptime/monitors/{id}/transitions': (c) => ok({ transitions: newestFirst(monitorAt(c, READ).transitions).slice(0, 50) }),
  'GET /api/v1/uptime/export-tokens': (c) => {
    need(c, READ)
    return ok({ tokens: byId(c.ctx.org.exportTokens.values()).map((t) => ({ id: t.id, name: t.name, createdAt: stamp(t.createdAt), lastUsedAt: t.lastUsedAt === null ? '' : stamp(t.lastUsedAt) })) })
  },
  'POST /api/v1/uptime/export-tokens': (c) => {
    need(c, WRITE)
    const name = text(c.b, 'name')
    const token = newSecret()
    const t = { id: newId(), name, hash: sha(token), createdAt: now(), lastUsedAt: null }
    c.ctx.org.exportTokens.set(t.id, t)
    return made({ id: t.id, name, token, createdAt: stamp(t.createdAt) })
  },
  'DELETE /api/v1/uptime/export-tokens/{id}': (c) => {
    need(c, WRITE)
    return c.ctx.org.exportTokens.delete(c.p.id) ? gone() : missing('no such token')
  },
}
