// HTTP: routing, who calls, entitlements and backends, JSON in and out.
import http from 'node:http'
import { timingSafeEqual } from 'node:crypto'
import { W, Refusal, refuse, bad, missing, now, runDue, callerOf, sha } from './base.mjs'
import { freshWorld } from './seed.mjs'
import { control } from './control.mjs'
import * as tokens from './tokens.mjs'
import * as registry from './registry.mjs'
import * as email from './email.mjs'
import * as oncall from './oncall.mjs'
import * as clusters from './clusters.mjs'
import * as uptime from './uptime.mjs'

const table = new Map() // method and number of segments -> routes
function add(spec, run, open) {
  const [method, path] = spec.split(' ')
  const parts = path.split('/').slice(1)
  const key = `${method} ${parts.length}`
  if (!table.has(key)) table.set(key, [])
  table.get(key).push({ spec, parts, run, open, area: parts[2] })
}
for (const area of [tokens, registry, email, oncall, clusters, uptime]) {
  for (const [spec, run] of Object.entries(area.routes)) add(spec, run, false)
  for (const [spec, run] of Object.entries(area.memberDoors ?? {})) add(spec, run, false)
  for (const [spec, run] of Object.entries(area.doors ?? {})) add(spec, run, true)
}
export const operations = [...table.values()].flat()

function match(method, path) {
  const parts = path.split('/').slice(1)
  next: for (const r of table.get(`${method} ${parts.length}`) ?? []) {
    const p = {}
    for (let i = 0; i < parts.length; i++) {
      if (r.parts[i].startsWith('{')) {
        try {
          p[r.parts[i].slice(1, -1)] = decodeURIComponent(parts[i])
        } catch {
          continue next
        }
        if (parts[i] === '') continue next
      } else if (r.parts[i] !== parts[i]) continue next
    }
    return { r, p }
  }
  return null
}

// A session: HTTP Basic with organization/person and a password. A personal token: the header X-Token.
const same = (a, b) => timingSafeEqual(Buffer.from(sha(a)), Buffer.from(sha(b)))
function caller(req) {
  const none = () => refuse(401, 'unauthenticated')
  const key = req.headers['x-token']
  if (key !== undefined) {
    const t = tokens.tokenBySecret(String(key))
    if (!t || !tokens.tokenWorks(t)) none()
    t.lastRequest = now()
    return callerOf(W.orgs.get(t.orgSlug), W.people.get(t.personId), t)
  }
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(req.headers.authorization ?? '')
  const [, slug, name, password] = /^([^/]*)\/([^:]*):(.*)$/s.exec(basic ? Buffer.from(basic[1], 'base64').toString('utf8') : '') ?? []
  const org = W.orgs.get(slug)
  const person = [...W.people.values()].find((p) => p.name === name)
  if (!org || !person || !same(person.password, password) || !org.members.has(person.id)) none()
  return callerOf(org, person, null)
}
function gate(r, ctx) {
  if (r.area !== 'email' && r.area !== 'uptime') return
  if (!ctx.org.entitled[r.area]) refuse(403, `${r.area} is not enabled for this organization`)
  if (W.down[r.area] && r.spec !== 'POST /api/v1/uptime/monitors') refuse(502, `the ${r.area} backend is unreachable`)
}

const MOST = 8388608
function readBody(req) {
  return new Promise((resolve, reject) => {
    const chunks = []
    let size = 0
    req.on('data', (d) => {
      size += d.length
      if (size <= MOST) chunks.push(d)
    })
    req.on('end', () => (size > MOST ? reject(new Refusal(400, 'the body is too large')) : resolve(Buffer.concat(chunks).toString('utf8'))))
    req.on('error', reject)
  })
}
function parse(raw) {
  if (raw.trim() === '') return {}
  let b
  try {
    b = JSON.parse(raw)
  } catch {
    bad('the body is not JSON')
  }
  if (b === null || typeof b !== 'object' || Array.isArray(b)) bad('the body must be an object')
  return b
}
async function answer(req, raw) {
  const url = new URL(req.url, 'http://here')
  const path = req.url.split(/[?#]/)[0]
  if (path.startsWith('/_understudy/')) return control(req.method, path, url.searchParams, parse(raw))
  const hit = match(req.method, path) ?? missing('there is nothing here')
  const c = { req, p: hit.p, q: url.searchParams, b: null, ctx: null }
  if (!hit.r.open) {
    c.ctx = caller(req)
    gate(hit.r, c.ctx)
  }
  c.b = ['POST', 'PUT', 'PATCH'].includes(req.method) ? parse(raw) : {}
  return hit.r.run(c)
}
function send(res, { status, body, raw, type }) {
  if (raw !== undefined) {
    res.writeHead(status, { 'content-type': type })
    const bytes = Buffer.from(raw)
    for (let i = 0; i < bytes.length; i += 65536) res.write(bytes.subarray(i, i + 65536))
    return res.end()
  }
  if (body === undefined) return res.writeHead(status, status === 204 ? {} : { 'content-length': '0' }).end()
  const text = JSON.stringify(body)
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
}

export function serve(port) {
  freshWorld()
  const server = http.createServer(async (req, res) => {
    try {
      const raw = await readBody(req)
      runDue()
      const out = await answer(req, raw)
      runDue()
      send(res, out)
    } catch (err) {
      const status = err instanceof Refusal ? err.status : 500
      if (status === 500) console.error(err)
      if (!res.headersSent) send(res, { status, body: { error: err instanceof Refusal ? err.message : 'something went wrong here' } })
      else res.destroy()
    }
  })
  server.keepAliveTimeout = 120000
  setInterval(() => {
    try {
      runDue()
    } catch (err) {
      console.error(err)
    }
  }, 100).unref()
  server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
}
