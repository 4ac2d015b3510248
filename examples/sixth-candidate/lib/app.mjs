// The HTTP frame: routing, authentication, gates, bodies and errors.
import { createServer } from 'node:http'
import { routes as access } from './areas/access.mjs'
import { routes as clusters } from './areas/clusters.mjs'
import { routes as email } from './areas/email.mjs'
import { routes as oncall } from './areas/oncall.mjs'
import { routes as registry } from './areas/registry.mjs'
import { routes as uptime } from './areas/uptime.mjs'
import { authenticate } from './auth.mjs'
import { control } from './control.mjs'
import { bad, forbidden, HttpError } from './util.mjs'
import { seed } from './world.mjs'

const MAX_BODY = 2 * 1024 * 1024
const GATED = { email: 'Email', uptime: 'Uptime' }

const table = [...access, ...registry, ...email, ...oncall, ...clusters, ...uptime].map((route) => ({
  ...route,
  segments: route.path.split('/'),
}))
export const operations = table

function match(method, path) {
  const segments = path.split('/')
  const allowed = new Set()
  let best = null
  for (const route of table) {
    if (route.segments.length !== segments.length) continue
    const params = {}
    let literal = 0
    const fits = route.segments.every((part, index) => {
      if (part.startsWith('{')) {
        try {
          params[part.slice(1, -1)] = decodeURIComponent(segments[index])
        } catch {
          return false
        }
        return segments[index] !== ''
      }
      literal++
      return part === segments[index]
    })
    if (!fits) continue
    allowed.add(route.method)
    if (route.method === method && (!best || literal > best.literal)) best = { route, params, literal }
  }
  return { ...best, allowed }
}

export function parseJson(raw) {
  if (raw.length === 0) return {} // the fields that are required say so
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    throw bad('The body is not valid JSON.')
  }
}

async function readBody(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > MAX_BODY) throw new HttpError(413, 'The body is too large.', { connection: 'close' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Answers one API request. */
async function answer(w, request, raw, url) {
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  const { route, params, allowed } = match(request.method, path)
  if (!route) {
    if (allowed.size > 0)
      throw new HttpError(405, `${request.method} is not possible here.`, { allow: [...allowed].join(', ') })
    throw new HttpError(404, 'There is nothing at this path.')
  }
  const ctx = {
    w,
    params,
    headers: request.headers,
    query: Object.fromEntries(url.searchParams),
    base: `http://${request.headers.host ?? 'localhost'}`,
    input: (schema) => schema(parseJson(raw)),
  }
  if (!route.open) {
    const p = authenticate(w, request.headers, GATED[route.area] ? 'No valid session.' : 'Unauthenticated.')
    ctx.p = p
    ctx.org = p.org
    if (GATED[route.area] && !p.org.entitlements[route.area])
      throw forbidden(`${GATED[route.area]} is in private beta and not enabled for this organization.`)
    if (route.need) p.need(route.need)
    if (route.some) p.needSomewhere(route.some)
    if (route.on) p.needOn(route.on[0], params[route.on[1]], route.on[2], route.on[3])
    route.beforeRelay?.(ctx)
    if (GATED[route.area] && !w.backends[route.area])
      throw new HttpError(502, `The ${route.area} backend cannot be reached.`)
  }
  return route.run(ctx)
}

function write(response, { status, body, headers = {}, raw }) {
  if (raw !== undefined) response.writeHead(status, headers).end(raw)
  else if (body === undefined) response.writeHead(status, headers).end()
  else {
    const text = Buffer.from(JSON.stringify(body))
    response
      .writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'content-length': text.length,
        ...headers,
      })
      .end(text)
  }
}

export function createApp({ withControl = true } = {}) {
  const state = { world: seed() }
  const reset = () => {
    state.world.stop()
    state.world = seed()
    return state.world
  }
  const server = createServer(async (request, response) => {
    try {
      const raw = await readBody(request)
      const url = URL.parse(`http://localhost${request.url}`)
      if (!url) throw bad('The path is not valid.')
      if (withControl && url.pathname.startsWith('/_understudy/'))
        write(response, await control({ state, reset, request, raw, url }))
      else write(response, await answer(state.world, request, raw, url))
    } catch (error) {
      if (!(error instanceof HttpError)) console.error(`${request.method} ${request.url}:`, error)
      if (response.headersSent) return response.destroy()
      const status = error instanceof HttpError ? error.status : 500
      write(response, {
        status,
        body: { error: status === 500 ? 'Something went wrong on our side.' : error.message },
        headers: error.headers,
      })
    }
  })
  server.on('close', () => state.world.stop())
  return server
}
