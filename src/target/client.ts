import type { Readable } from 'node:stream'
import { type Dispatcher, errors, Pool } from 'undici'
import type { Exchange, Sent } from './exchange.ts'
import { type Head, received } from './received.ts'
import { type Held, inHalves } from './sending/held.ts'
import type { Waiting } from './sending/plain-connection.ts'
import { plainWay } from './sending/plain-way.ts'
import { NO_TIME_LEFT, type Stopping, UNSTOPPED, WAS_STOPPED } from './stopping.ts'

export interface Client {
  /** With `held` only the first half of the body is sent at once. */
  send(sent: Sent, held?: Held): Promise<Exchange>
  close(): Promise<void>
}

export interface ClientOptions {
  readonly connections?: number
  /** For a whole exchange, from the call to the last byte of the answer. */
  readonly timeoutMs?: number
  /** An answer longer than this is cut off and counts as none. */
  readonly maxBytes?: number
  /** The deadline of the run that the requests belong to. */
  readonly stopping?: Stopping
}

export function makeClient(
  url: string,
  { connections = 8, timeoutMs = 10_000, maxBytes = 8_000_000, stopping = UNSTOPPED }: ClientOptions = {},
): Client {
  const base = new URL(url)
  // The time limit applies to the exchange as a whole, so the parts have none.
  const pool = new Pool(base.origin, {
    connections,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: timeoutMs },
  })
  const plain = plainWay(base, pool, { connections, timeoutMs, maxBytes })
  const prefix = base.pathname.replace(/\/$/, '')
  return {
    send: (sent, held) =>
      new Promise((resolve) => {
        const waiting = new Reading({ sent, maxBytes, timeoutMs, stopping }, resolve)
        const path = prefix + sent.path
        const wire = held ? undefined : plain?.written({ ...sent, path })
        const { method, headers, body = null } = sent
        const request = { method: method as 'GET', path, headers, body, ...(held && inParts(sent, held)) }
        if (plain && wire) plain.send({ wire, request, waiting })
        else pool.dispatch(request, waiting)
      }),
    close: async () => void (await Promise.all([plain?.close(), pool.destroy()])),
  }
}

/** Of a known length all the same, as most are sent. */
const inParts = ({ headers, body = '' }: Sent, held: Held) => ({
  headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  // Whatever can be iterated over is written as it comes, which the types do not say.
  body: inHalves(body, held) as unknown as Readable,
})

interface Limits {
  readonly sent: Sent
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly stopping: Stopping
}

type Controller = Pick<Dispatcher.DispatchController, 'abort'>

/** Reads a response as it arrives. */
class Reading implements Dispatcher.DispatchHandler, Waiting {
  readonly #limits: Limits
  readonly #chunks: Buffer[] = []
  readonly #timer: NodeJS.Timeout
  readonly #forget: () => void
  #done: ((exchange: Exchange) => void) | undefined
  #controller: Controller | undefined
  #size = 0
  #status = 0
  #headers: Head = {}

  constructor(limits: Limits, done: (exchange: Exchange) => void) {
    const { timeoutMs, stopping } = limits
    this.#limits = limits
    this.#done = done
    const allowedMs = stopping.allowedMs(timeoutMs)
    const late = allowedMs < timeoutMs ? NO_TIME_LEFT : `no complete response within ${timeoutMs / 1000} seconds`
    this.#timer = setTimeout(() => this.#giveUp(late), allowedMs)
    this.#forget = stopping.onStop(() => this.#giveUp(WAS_STOPPED))
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (!this.#done) controller.abort(new Error('given up'))
  }

  get isOver(): boolean {
    return this.#done === undefined
  }

  answered(status: number, headers: Head, body: string): void {
    this.#end({ answered: true, sent: this.#limits.sent, received: received(status, headers, body) })
  }

  /** Also called for what only announces an answer (1xx): the last one counts. */
  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Head): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    const { maxBytes } = this.#limits
    this.#size += chunk.length
    if (this.#size > maxBytes) this.#giveUp(`the answer is longer than ${maxBytes} bytes`)
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    const [only = Buffer.alloc(0), ...more] = this.#chunks
    const text = (more.length === 0 ? only : Buffer.concat(this.#chunks)).toString('utf8')
    this.answered(this.#status, this.#headers, text)
  }

  onResponseError(_: unknown, error: NodeJS.ErrnoException): void {
    this.#giveUp(error.code ?? error.message, isHangUp(error))
  }

  #giveUp(problem: string, hungUp = false): void {
    if (!this.#done) return
    this.#end({ answered: false, sent: this.#limits.sent, problem, ...(hungUp && { hungUp }) })
    this.#controller?.abort(new Error(problem))
  }

  #end(exchange: Exchange): void {
    clearTimeout(this.#timer)
    this.#forget()
    this.#done?.(exchange)
    this.#done = undefined
  }
}

/** The other side closed the connection or reset it, or sent what is no HTTP. */
const isHangUp = (error: NodeJS.ErrnoException): boolean =>
  HANG_UPS.has(error.code ?? '') || error instanceof errors.HTTPParserError
const HANG_UPS: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
