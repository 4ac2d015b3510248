import { type Dispatcher, Pool } from 'undici'
import type { Exchange, Received, Sent } from './exchange.ts'

export interface Client {
  send(sent: Sent): Promise<Exchange>
  close(): Promise<void>
}

export interface ClientOptions {
  readonly connections?: number
  readonly timeoutMs?: number
  /** An answer longer than this is cut off and counts as none. */
  readonly maxBytes?: number
}

export function makeClient(
  url: string,
  { connections = 8, timeoutMs = 10_000, maxBytes = 8_000_000 }: ClientOptions = {},
): Client {
  const base = new URL(url)
  const pool = new Pool(base.origin, {
    connections,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs },
  })
  const prefix = base.pathname.replace(/\/$/, '')
  return {
    send: (sent) =>
      new Promise((resolve) => {
        const { method, path, headers, body = null } = sent
        const reading = new Reading(sent, maxBytes, resolve)
        pool.dispatch({ method: method as 'GET', path: prefix + path, headers, body }, reading)
      }),
    close: () => pool.close(),
  }
}

type Head = Readonly<Record<string, string | string[] | undefined>>

/** Reads one answer as it comes in; what is read whole needs no stream. */
class Reading implements Dispatcher.DispatchHandler {
  readonly #sent: Sent
  readonly #maxBytes: number
  readonly #done: (exchange: Exchange) => void
  readonly #chunks: Buffer[] = []
  #size = 0
  #status = 0
  #headers: Head = {}

  constructor(sent: Sent, maxBytes: number, done: (exchange: Exchange) => void) {
    this.#sent = sent
    this.#maxBytes = maxBytes
    this.#done = done
  }

  onRequestStart(): void {}

  /** Also told of what only announces an answer (1xx): the last one counts. */
  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Head): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length
    this.#chunks.push(chunk)
    if (this.#size <= this.#maxBytes) return
    this.#unanswered(`the answer is longer than ${this.#maxBytes} bytes`)
    controller.abort(new Error('the answer is too long'))
  }

  onResponseEnd(): void {
    const [only = Buffer.alloc(0), ...more] = this.#chunks
    const text = (more.length === 0 ? only : Buffer.concat(this.#chunks)).toString('utf8')
    this.#done({ answered: true, sent: this.#sent, received: received(this.#status, this.#headers, text) })
  }

  onResponseError(_: unknown, error: NodeJS.ErrnoException): void {
    this.#unanswered(error.code ?? error.message)
  }

  #unanswered(problem: string): void {
    this.#done({ answered: false, sent: this.#sent, problem })
  }
}

/** An answer with its body read. */
export function received(status: number, raw: Head, text: string): Received {
  const headers = isSingle(raw) ? raw : joined(raw)
  return {
    status,
    headers,
    text,
    json: parsed(headers['content-type'], text),
    dateMs: headers.date === undefined ? undefined : dateMs(headers.date),
  }
}

/** Whether each header came once, as nearly all do. */
function isSingle(raw: Head): raw is Received['headers'] {
  for (const name in raw) if (typeof raw[name] !== 'string') return false
  return true
}

const joined = (raw: Head): Received['headers'] =>
  Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, [value].flat().join(', ')]))

let lastDate = { text: '', ms: undefined as number | undefined }

/** A date in a header is good for a second, so most are the one before. */
function dateMs(text: string): number | undefined {
  if (lastDate.text === text) return lastDate.ms
  const ms = Date.parse(text)
  lastDate = { text, ms: Number.isNaN(ms) ? undefined : ms }
  return lastDate.ms
}

const JSON_TYPE = /\bjson\b/

function parsed(contentType: string | undefined, text: string): unknown {
  if (text === '' || contentType === undefined || !JSON_TYPE.test(contentType)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
