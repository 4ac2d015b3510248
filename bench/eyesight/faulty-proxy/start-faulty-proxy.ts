import { createServer, type IncomingMessage, request as nodeRequest, type ServerResponse } from 'node:http'
import { request as nodeRequestTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Ask, Fault, Memory, Reply, Visit } from './fault.ts'
import { deedFor, resetBy, routeOf } from './route.ts'

export interface FaultyProxy {
  readonly url: string
  close(): Promise<void>
}

export interface FaultyProxyOptions {
  /** The URL of a target that does everything right. */
  readonly target: string
  /** None: the proxy cannot be told from the target. */
  readonly fault?: Fault | undefined
  /** 0, the default, takes any free port. */
  readonly port?: number
}

interface Outgoing {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'expect'])

const endToEnd = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] => !HOP_BY_HOP.has(entry[0]) && entry[1] !== undefined,
    ),
  )

/** Stands in front of a target and falsifies what one fault is about; everything else goes through as it is. */
export async function startFaultyProxy({ target, fault, port = 0 }: FaultyProxyOptions): Promise<FaultyProxy> {
  const { protocol, hostname, port: targetPort, pathname: root } = new URL(target)
  const base = root.replace(/\/$/, '')
  const memories = new Map<string, Memory>()
  const memoryOf = (sandbox: string): Memory => {
    const memory = memories.get(sandbox) ?? { callers: new Set(), notes: new Map() }
    memories.set(sandbox, memory)
    return memory
  }

  function send({ method, path, headers }: Outgoing, body: Buffer | IncomingMessage): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const start = protocol === 'https:' ? nodeRequestTls : nodeRequest
    const where = { protocol, hostname, port: targetPort, path: base + path }
    const outgoing = start({ ...where, method, headers: endToEnd(headers) }, resolve).on('error', reject)
    if (Buffer.isBuffer(body)) outgoing.end(body)
    else if (hasBody(body)) body.pipe(outgoing)
    else outgoing.end()
    return promise
  }

  async function gathered(outgoing: Outgoing, body: Buffer): Promise<Reply> {
    const answer = await send(outgoing, body)
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming
    const { pathname, searchParams } = new URL(url, 'http://proxy')
    const route = routeOf(pathname, String(headers['x-understudy-sandbox'] ?? ''))
    const found = route.path === undefined ? undefined : deedFor(fault, method, route.path)
    const memory = memoryOf(route.sandbox)
    const again = resetBy(method, route)
    if (again !== undefined) memories.delete(again)
    if (!found || route.path === undefined) {
      const answer = await send({ method, path: url, headers }, incoming)
      rememberCaller(memory, headers.authorization, answer.statusCode)
      relay(answer, response)
      return
    }
    const ask: Ask = {
      method,
      path: route.path,
      query: searchParams,
      headers,
      body: await buffer(incoming),
      at: found.at,
    }
    const visit = visitOf(ask, memory, `${route.prefix}/api/v1`)
    answerWith(await found.deed(visit), method, response)
  }

  function visitOf(ask: Ask, memory: Memory, api: string): Visit {
    const plain = { ...ask.headers, 'content-type': undefined, 'if-none-match': undefined }
    const asJson = { ...plain, 'content-type': 'application/json' }
    return {
      ask,
      memory,
      async pass(instead = {}) {
        const query = instead.query ?? ask.query
        const path = api + ask.path + (query.size > 0 ? `?${query}` : '')
        const body = instead.body ? Buffer.from(JSON.stringify(instead.body)) : ask.body
        const answer = await gathered({ method: ask.method, path, headers: ask.headers }, body)
        rememberCaller(memory, ask.headers.authorization, answer.status)
        return answer
      },
      upstream(method, path, body, authorization) {
        const headers = { ...(body ? asJson : plain), ...(authorization !== undefined && { authorization }) }
        return gathered({ method, path: api + path, headers }, Buffer.from(body ? JSON.stringify(body) : ''))
      },
    }
  }

  const server = createServer((incoming, response) => {
    // A broken connection rather than an invented answer: it cannot be taken for the fault.
    serve(incoming, response).catch(() => response.destroy())
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, '127.0.0.1', resolve)
  await promise
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function rememberCaller(memory: Memory, authorization: unknown, status: number | undefined): void {
  if (typeof authorization === 'string' && status !== 401) memory.callers.add(authorization)
}

function relay(answer: IncomingMessage, response: ServerResponse): void {
  response.sendDate = false
  response.writeHead(answer.statusCode ?? 502, {
    ...endToEnd(answer.headers),
    ...(answer.headers['content-length'] !== undefined && { 'content-length': answer.headers['content-length'] }),
  })
  response.flushHeaders()
  answer.on('error', () => response.destroy()).pipe(response)
  response.on('close', () => answer.destroy())
}

function answerWith({ status, headers, body }: Reply, method: string, response: ServerResponse): void {
  const sized = status !== 204 && status !== 304 && method !== 'HEAD'
  response.writeHead(status, { ...endToEnd(headers), ...(sized && { 'content-length': body.length }) })
  response.end(sized ? body : undefined)
}
