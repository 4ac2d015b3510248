import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { reboundName } from '../../stateful-mock/http/rebound-name.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { headersByName, passedHeaders } from './headers.ts'
import { type Passed, pass } from './pass.ts'
import { makeUpstream, type Upstream } from './upstream.ts'

/** A listener for every request. */
export interface Listener {
  /** A request has arrived; the same number is used when it ends. */
  began?(number: number, atMs: number): void
  over(number: number, passed: Passed): void
}

export interface RunningProxy {
  readonly url: string
  close(): Promise<void>
}

export interface ProxyOptions {
  readonly target: string
  readonly port: number
  readonly host?: string
  readonly listener: Listener
}

/** Starts a proxy in front of a target. Rejects if the port is not available, or is the target's. */
export async function startProxy({ target, port, host = '127.0.0.1', listener }: ProxyOptions): Promise<RunningProxy> {
  const upstream = makeUpstream(target)
  const tunnels = new Set<Socket>()
  let count = 0
  const take = (message: IncomingMessage, response: ServerResponse) => {
    const number = count++
    if (!message.url?.startsWith('/')) {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: 'the path of a request must start with a slash' }))
      return
    }
    const rebound = reboundName(message.headers.host, [upstream.url.hostname, host])
    if (rebound !== undefined) {
      response.writeHead(403, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: `requests for the host name ${rebound} are not passed on` }))
      return
    }
    listener.began?.(number, performance.timeOrigin + performance.now())
    pass(upstream, message, response, (passed) => listener.over(number, passed))
  }
  const server = createServer({ noDelay: true, requestTimeout: 0 }, take)
  // The target decides whether it wants the body (100-continue).
  server.on('checkContinue', take)
  server.on('upgrade', (message, socket: Socket, head) => {
    tunnels.add(socket)
    socket.once('close', () => tunnels.delete(socket))
    tunnel(upstream, message, { socket, head })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  if (isItself(upstream, actual, host)) {
    server.close()
    throw new UsageError(`${target} is the proxy itself; choose another --port, or another --target.`)
  }
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        for (const socket of tunnels) socket.destroy()
        upstream.agent.destroy()
      }),
  }
}

/** A proxy in front of itself would pass every request on for ever. */
const isItself = ({ url }: Upstream, port: number, host: string): boolean =>
  Number(url.port) === port && (url.hostname === host || LOOPBACK.has(url.hostname))

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

interface Opened {
  readonly socket: Socket
  readonly head: Buffer
}

/** Upgraded connections (WebSocket) are passed through and not judged. */
function tunnel({ url }: Upstream, message: IncomingMessage, { socket, head }: Opened): void {
  const isTls = url.protocol === 'https:'
  const port = Number(url.port) || (isTls ? 443 : 80)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const far = isTls ? connectTls({ host, port, servername: host }) : connect({ host, port })
  const { connection = 'Upgrade' } = headersByName(message.rawHeaders)
  const headers = [...passedHeaders(message.rawHeaders, url.host), 'Connection', connection]
  const lines = headers.flatMap((name, place) => (place % 2 === 0 ? [`${name}: ${headers[place + 1]}`] : []))
  const path = url.pathname.replace(/\/$/, '') + (message.url ?? '/')
  far.write(`${message.method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  far.write(head)
  far.pipe(socket).pipe(far)
  const end = () => {
    far.destroy()
    socket.destroy()
  }
  far.on('error', end).on('close', end)
  socket.on('error', end).on('close', end)
}
