import { Pool } from 'undici'
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
    async send(sent) {
      try {
        const { statusCode, headers, body } = await pool.request({
          method: sent.method as 'GET',
          path: prefix + sent.path,
          headers: sent.headers,
          body: sent.body ?? null,
        })
        const text = await readText(body, maxBytes)
        if (text === undefined) return { answered: false, sent, problem: `the answer is longer than ${maxBytes} bytes` }
        return { answered: true, sent, received: received(statusCode, headers, text) }
      } catch (error) {
        return { answered: false, sent, problem: (error as NodeJS.ErrnoException).code ?? (error as Error).message }
      }
    },
    close: () => pool.close(),
  }
}

async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** An answer with its body read. */
export function received(
  status: number,
  raw: Readonly<Record<string, string | string[] | undefined>>,
  text: string,
): Received {
  const headers = Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, [value].flat().join(', ')]))
  const date = Date.parse(headers.date ?? '')
  return {
    status,
    headers,
    text,
    json: parsed(headers['content-type'], text),
    dateMs: Number.isNaN(date) ? undefined : date,
  }
}

function parsed(contentType: string | undefined, text: string): unknown {
  if (!/\bjson\b/.test(contentType ?? '') || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
