import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isLoopback } from '../../target/loopback.ts'
import { issuerAnswer } from './issuer.ts'

/** One payload that a target sent to an endpoint of ours. */
export interface Hook {
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The status it was answered with. */
  readonly answered: number
}

/**
 * The receiver of a target's webhooks: a server of the judge's own, which answers everything with 200, but what comes first
 * to an address below `refusingFirst` with the status that it names; one that redirects says where to, as the place is seen
 * from that address. Below `ISSUERS` it is an issuer of ID tokens.
 */
export interface Receiver {
  /** The start of an endpoint's address, as the target sees it. */
  readonly url: string
  /** The webhooks that arrived at addresses with this mark, in order. */
  received(mark: string): readonly Hook[]
  /** The issuers whose keys the target has fetched. */
  readonly issuersAsked: ReadonlySet<string>
  /** Resolves when something arrives, or after so long. */
  next(ms: number): Promise<void>
  /** The longest it took in this run until everything had arrived that was to come. */
  slowestMs: number
  /** True if the target reported that it cannot reach the receiver. */
  unreachable: boolean
  close(): Promise<void>
}

/** The part of an address before its mark by which the first payload is refused, so that it may be sent once more. */
export const refusingFirst = (status = 503): string => `refusing-first-${status}`

/** The status with which a payload to such an address is refused. */
const refusalIn = (part: string | undefined): number | undefined => {
  const [, status] = /^refusing-first-(\d{3})$/.exec(part ?? '') ?? []
  return status === undefined ? undefined : Number(status)
}

/** Where a payload is redirected to: what arrives there counts with what arrived before. */
export const movedTo = (mark: string): string => `../moved/${mark}`

const isRedirect = (status: number): boolean => status >= 300 && status < 400

/** More of a body is of no use to anybody. */
const MOST_BYTES = 1_000_000
/** Number of payloads that are kept. */
const MOST_MARKS = 1_000

/** Listens on a free port of this machine, or on the port of the address that a profile gives. */
export async function startReceiver(publicUrl?: string): Promise<Receiver> {
  const address = publicUrl === undefined ? undefined : new URL(publicUrl)
  const arrived = new Map<string, Hook[]>()
  const waiting = new Set<() => void>()
  const issuersAsked = new Set<string>()
  let url = ''
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request).catch(() => '')
    const [path = ''] = (request.url ?? '').split('?')
    const issued = request.method === 'GET' ? issuerAnswer(url, path) : undefined
    if (issued) {
      if (issued.givesKeys) issuersAsked.add(issued.issuer)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(issued.body))
      return
    }
    const parts = path.split('/')
    const mark = parts.at(-1) ?? ''
    const before = arrived.get(mark) ?? []
    const answered = (before.length === 0 ? refusalIn(parts.at(-2)) : undefined) ?? 200
    arrived.set(mark, [...before, { headers: headersOf(request), text, answered }])
    for (const [oldest] of arrived) if (arrived.size > MOST_MARKS) arrived.delete(oldest)
    const further = isRedirect(answered) ? { location: movedTo(mark) } : {}
    response.writeHead(answered, { 'content-type': 'application/json', ...further }).end('{}')
    for (const wake of [...waiting]) wake()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(portOf(address), hostOf(address), resolve)
  })
  const { port } = server.address() as AddressInfo
  url = (publicUrl ?? `http://127.0.0.1:${port}`).replace(/\/+$/, '')
  return {
    url,
    issuersAsked,
    received: (mark) => arrived.get(mark) ?? [],
    next: (ms) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        waiting.add(wake)
      }),
    slowestMs: 0,
    unreachable: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }
const portOf = (address: URL | undefined): number =>
  address ? Number(address.port) || (DEFAULT_PORTS[address.protocol] ?? 0) : 0

/** From another machine nothing gets to the loopback address. */
const hostOf = (address: URL | undefined): string | undefined =>
  address === undefined || isLoopback(address.hostname) ? '127.0.0.1' : undefined

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes <= MOST_BYTES) parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
