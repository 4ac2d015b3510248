// The HTTP side: finds the operation, the caller and the body, and writes the answer.
import { createServer } from 'node:http'
import { fresh } from './seed.mjs'
import { Fail, malformed, plain, unknown } from './base.mjs'
import { routes as iam } from './iam.mjs'
import { routes as registry } from './registry.mjs'
import { routes as email } from './email.mjs'
import { routes as oncall } from './oncall.mjs'
import { routes as clusters } from './clusters.mjs'
import { routes as uptime } from './uptime.mjs'
import { control } from './control.mjs'

const LIMIT = 512 * 1024
let world
let alarm = null
// In real time timers fire by themselves; a request also fires what is due before it.
function arm() {
  clearTimeout(alarm)
  alarm = null
  if (world.clock.mode === 'frozen' || !world.timers.length) return
  const wait = Math.min(Math.max(world.timers[0].when - world.now(), 0), 2 ** 30)
  alarm = setTimeout(() => {
    world.catchUp()
    arm()
  }, wait)
}
let armed = false
function soon() {
  if (armed) return
  armed = true
  setImmediate(() => {
    armed = false
    arm()
  })
}
function reset() {
  world = fresh()
  world.onTimer = soon
  soon()
  return world
}
reset()

const table = [...iam, ...registry, ...email, ...oncall, ...clusters, ...uptime].map(([method, path, operation, options, run]) => ({ method, parts: path.split('/'), operation, options, run, area: path.split('/')[3] }))
const weight = (route) => route.parts.filter((part) => part.startsWith('{')).length
table.sort((a, b) => weight(a) - weight(b))
function find(parts) {
  const hits = []
  for (const route of table) {
    if (route.parts.length !== parts.length) continue
    const params = {}
    if (route.parts.every((part, index) => {
      if (!part.startsWith('{')) return part === parts[index]
      params[part.slice(1, -1)] = parts[index]
      return parts[index] !== ''
    })) hits.push({ route, params })
  }
  return hits
}
const QUIET = new Set(['registry', 'oncall'])

async function readBody(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > LIMIT) throw new Fail(413, 'The body is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
function parse(raw) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
  } catch {
    throw malformed('The body is not JSON.')
  }
}
function readQuery(search, allowed) {
  const query = {}
  for (const [name, value] of new URLSearchParams(search)) {
    if (allowed && !allowed.includes(name)) throw malformed(`There is no query parameter ${name} here.`)
    if (Object.hasOwn(query, name)) throw malformed(`The query parameter ${name} is given twice.`)
    query[name] = value
  }
  return query
}
function bodyFor(options, method, request, raw) {
  if (!options.body && !options.free) {
    if (raw.length && method !== 'GET' && method !== 'DELETE') {
      const value = parse(raw)
      if (value !== null && !(plain(value) && !Object.keys(value).length)) throw malformed('No body is expected here.')
    }
    return undefined
  }
  if (!raw.length) {
    if (options.optionalBody) return {}
    throw malformed('A body is needed.')
  }
  const type = (request.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase()
  if (type !== 'application/json' && !/^application\/[a-z0-9.-]+\+json$/.test(type)) throw new Fail(415, 'The body must be application/json.')
  const value = parse(raw)
  if (options.free) return value
  try {
    return options.body(value, 'The body')
  } catch (error) {
    if (error instanceof Fail && options.invalid) throw new Fail(options.invalid, error.message)
    throw error
  }
}
async function api(request, url, raw, headers) {
  const { method } = request
  let parts
  try {
    parts = url.pathname.split('/').map(decodeURIComponent)
  } catch {
    throw malformed('The path cannot be decoded.')
  }
  const hits = find(parts)
  if (!hits.length) throw unknown('path')
  const allow = [...new Set(hits.map((hit) => hit.route.method)), 'OPTIONS'].join(', ')
  if (method === 'OPTIONS') {
    headers.allow = allow
    return { status: 204 }
  }
  const hit = hits.find((entry) => entry.route.method === method)
  if (!hit) {
    headers.allow = allow
    throw new Fail(405, 'This method is not offered here.')
  }
  const { route: { options, run, area }, params } = hit
  const ctx = { world, params, headers, request: request.headers }
  if (options.auth === false) options.first?.(ctx)
  else {
    const caller = world.caller(request.headers)
    if (!caller) {
      if (QUIET.has(area)) throw unknown('path')
      headers['www-authenticate'] = 'Bearer realm="zehnt"'
      throw new Fail(401, area === 'email' || area === 'uptime' ? 'no valid session' : 'unauthenticated')
    }
    Object.assign(ctx, caller)
  }
  if (ctx.org && (area === 'email' || (area === 'uptime' && options.auth !== false))) {
    if (!ctx.org.entitled[area]) throw new Fail(403, `${area} is not enabled for the organization.`)
    options.gate?.(ctx)
    if (!world.backends[area]) throw new Fail(502, `The ${area} backend is unreachable.`)
  }
  options.before?.(ctx)
  ctx.query = readQuery(url.search, options.query ?? [])
  ctx.body = bodyFor(options, method, request, raw)
  const result = await run(ctx)
  const status = options.status ?? 200
  if (status === 204 || options.empty) return { status }
  if (result?.raw !== undefined) return { status, raw: result.raw, type: result.type }
  return { status, json: result }
}
function write(response, status, headers, { json, raw, type } = {}) {
  if (response.headersSent || response.destroyed) return
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('x-event-position', String(world.position))
  response.setHeader('cache-control', 'no-store')
  if (raw !== undefined) {
    response.writeHead(status, { 'content-type': type })
    const bytes = Buffer.from(raw)
    for (let at = 0; at < bytes.length; at += 16384) response.write(bytes.subarray(at, at + 16384))
    response.end()
    return
  }
  if (json === undefined) {
    response.writeHead(status)
    response.end()
    return
  }
  const text = JSON.stringify(json)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}
async function handle(request, response) {
  const headers = {}
  try {
    const url = new URL(`http://local${request.url.startsWith('/') ? '' : '/'}${request.url}`)
    const raw = await readBody(request)
    world.catchUp()
    if (url.pathname.startsWith('/_understudy/')) {
      const body = raw.length ? parse(raw) : undefined
      const json = control({ method: request.method, path: url.pathname.slice('/_understudy'.length), query: readQuery(url.search), body, get: () => world, reset })
      write(response, 200, headers, { json })
    } else {
      const { status, ...rest } = await api(request, url, raw, headers)
      write(response, status, headers, rest)
    }
  } catch (error) {
    if (!(error instanceof Fail)) console.error(error)
    const status = error instanceof Fail ? error.status : 500
    if (status === 413) headers.connection = 'close'
    write(response, status, headers, { json: { error: error instanceof Fail ? error.message : 'Something went wrong here.', status, ...(error.extra ? { details: error.extra } : {}) } })
  }
}
const at = process.argv.indexOf('--port')
const port = at < 0 ? 0 : Number(process.argv[at + 1])
const server = createServer((request, response) => void handle(request, response))
server.keepAliveTimeout = 65000
server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0))
