import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { readBody } from './read-body.ts'
import type { Answer, WireRequest } from './wire.ts'

export interface Listening {
  readonly url: string
  /** Takes nothing new, finishes what is under way, then closes. */
  close(): Promise<void>
}

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly bodyLimit: () => number
}

/** How long a request that is still coming in may hold up a stop. */
const GRACE_MS = 2_000
/** Longer than clients keep an idle connection, so that they close it, not we under their next request. */
const KEEP_ALIVE_MS = 65_000

/** Serves over HTTP what `handle` answers. Rejects when the port cannot be had. */
export async function listen(handle: (request: WireRequest) => Answer, options: ListenOptions): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (message, response) => {
    respond(server, handle, message, response, options.bodyLimit()).catch(() => response.destroy())
  })
  server.on('clientError', refuseGarbage)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return { url: urlOf(server.address() as AddressInfo), close: () => close(server) }
}

async function respond(
  server: Server,
  handle: (request: WireRequest) => Answer,
  message: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<void> {
  const body = await readBody(message, limit)
  const { status, headers, body: text } = handle(wireRequest(message, body))
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (!server.listening || !message.complete) response.setHeader('Connection', 'close')
  if (text !== undefined) response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(message.method === 'HEAD' ? undefined : text)
}

function wireRequest(message: IncomingMessage, body: Uint8Array | 'too large'): WireRequest {
  const headers = Object.entries(message.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ])
  return {
    method: message.method ?? 'GET',
    target: message.url ?? '/',
    headers: Object.fromEntries(headers),
    body,
  }
}

/** What is not HTTP gets an error body like everything else. */
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

function close(server: Server): Promise<void> {
  const force = setTimeout(() => server.closeAllConnections(), GRACE_MS)
  return new Promise((resolve) => {
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function urlOf({ address, family, port }: AddressInfo): string {
  const reachable = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address
  return `http://${family === 'IPv6' && reachable !== '127.0.0.1' ? `[${reachable}]` : reachable}:${port}`
}
