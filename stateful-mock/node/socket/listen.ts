import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Answer, WireRequest } from '../../http/wire.ts'
import type { BodyLimit } from '../../server/body-limit.ts'
import { batched } from './batch.ts'
import { createServer, secureHttp } from './node-http.ts'
import { PlainConnections } from './plain-connections.ts'
import { hasBody, readBody } from './read-body.ts'
import { sendAnswer } from './send-answer.ts'

export interface Listening {
  readonly url: string
  /** Takes nothing new, finishes what is under way, then closes. */
  close(): Promise<void>
}

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly bodyLimit: BodyLimit
  /** Serves HTTPS with these, as PEM. */
  readonly tls?: { readonly cert: string | Uint8Array; readonly key: string | Uint8Array } | undefined
  /** The delay before each answer. */
  readonly latencyMs: number
}

/** A request on its way to its answer. */
interface Exchange {
  readonly request: WireRequest
  readonly reply: { reply(answer: Answer): void; destroy(): void }
}

/** The time that an incoming request may delay a stop. */
const GRACE_MS = 2_000
/** Longer than clients keep an idle connection, so that they close it, not we under their next request. */
const KEEP_ALIVE_MS = 65_000
const SERVER = { keepAliveTimeout: KEEP_ALIVE_MS }
const NOTHING = new Uint8Array()

/** Serves over HTTP what `handle` answers. Rejects when the port cannot be had. */
export async function listen(
  handle: (request: WireRequest) => Answer | Promise<Answer>,
  options: ListenOptions,
): Promise<Listening> {
  const { tls, latencyMs, bodyLimit, host, port } = options
  const decide = batched(
    ({ request, reply }: Exchange) => {
      const answer = handle(request)
      if (!(answer instanceof Promise)) return answer
      answer.then(
        (given) => reply.reply(given),
        () => reply.destroy(),
      )
      return undefined
    },
    ({ reply }, answer) => reply.reply(answer),
  )
  /** Held back before it is decided: what happens meanwhile counts for it. */
  const respond = (exchange: Exchange) => {
    if (latencyMs > 0) setTimeout(() => decide(exchange), latencyMs)
    else decide(exchange)
  }
  const hear = (message: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url: target = '/' } = message
    const request = { method, target, headers: singles(message.headers), body: NOTHING as WireRequest['body'] }
    const reply = {
      reply(answer: Answer) {
        // The rest of a body that is too large would be taken for the next request.
        const goesOn = server.listening && (request.body === NOTHING || message.complete)
        if (!response.destroyed) sendAnswer(method, response, answer, goesOn)
      },
      destroy: () => void response.destroy(),
    }
    if (!hasBody(message)) return respond({ request, reply })
    message.on('error', reply.destroy)
    readBody(message, bodyLimit(request), (body) => {
      request.body = body
      respond({ request, reply })
    })
  }
  const server = tls
    ? secureHttp().createServer({ ...SERVER, cert: pem(tls.cert), key: pem(tls.key) }, hear)
    : createServer(SERVER, hear)
  const plain = new PlainConnections(server, (request, reply) => {
    const isTooLarge = request.body.length > bodyLimit(request)
    respond({ request: isTooLarge ? { ...request, body: 'too large' } : request, reply })
  })
  if (!tls) plain.attend()
  server.on('clientError', refuseGarbage)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return { url: urlOf(tls ? 'https' : 'http', server.address() as AddressInfo), close: () => close(server, plain) }
}

const pem = (text: string | Uint8Array): string | Buffer => (typeof text === 'string' ? text : Buffer.from(text))

/** Of the headers only one comes as a list, and no client sends it. */
function singles(headers: IncomingMessage['headers']): WireRequest['headers'] {
  const listed = headers['set-cookie']
  return (listed ? { ...headers, 'set-cookie': listed.join(', ') } : headers) as WireRequest['headers']
}

/** Input that is not HTTP gets an error body like everything else. */
function refuseGarbage(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [line, text] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'the headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'the request took too long to come in']
        : ['400 Bad Request', 'this is not an HTTP request']
  const body = JSON.stringify({ error: text })
  socket.end(
    `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function close(server: Server, plain: PlainConnections): Promise<void> {
  const force = setTimeout(() => {
    server.closeAllConnections()
    plain.closeAll()
  }, GRACE_MS)
  return new Promise((resolve) => {
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
    plain.closeIdle()
  })
}

function urlOf(scheme: 'http' | 'https', { address, family, port }: AddressInfo): string {
  const reachable = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address
  return `${scheme}://${family === 'IPv6' && reachable !== '127.0.0.1' ? `[${reachable}]` : reachable}:${port}`
}
