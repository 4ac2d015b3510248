import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'

export interface Recorder {
  readonly url: string
  readonly exchanges: readonly RecordedExchange[]
  close(): Promise<void>
}

/** A proxy before a target that remembers what passes. Rejects when the port cannot be had. */
export async function startRecorder(
  target: string,
  port: number,
  tell: (exchange: RecordedExchange) => void = () => {},
): Promise<Recorder> {
  const exchanges: RecordedExchange[] = []
  const server = createServer((message, response) => {
    pass(target, message, response).then(
      (one) => {
        exchanges.push(one)
        tell(one)
      },
      (error: Error) => {
        response.writeHead(502, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: `the target cannot be reached: ${error.message}` }))
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${actual}`, exchanges, close }
}

/** Headers that belong to one connection, or that no longer fit once the body was read. */
const NOT_PASSED = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'accept-encoding',
  'expect',
  'upgrade',
])

async function pass(target: string, message: IncomingMessage, response: ServerResponse): Promise<RecordedExchange> {
  const { method = 'GET', url = '/' } = message
  if (!url.startsWith('/')) throw new Error('a request path has to start with a slash')
  const body = await readAll(message)
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
  const answer = await fetch(target.replace(/\/$/, '') + url, {
    method,
    headers: passed(headers),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  })
  const bytes = answer.body ? await readAll(answer.body) : Buffer.alloc(0)
  const answerHeaders = Object.fromEntries(answer.headers)
  response.writeHead(answer.status, {
    ...passed(answerHeaders),
    ...(bytes.length > 0 && { 'content-length': bytes.length }),
  })
  response.end(bytes)
  return {
    method,
    path: url,
    headers,
    body: body.toString('utf8'),
    status: answer.status,
    answerHeaders,
    answer: bytes.toString('utf8'),
  }
}

const passed = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED.has(name)))

/** For one request and its whole answer. */
const PATIENCE_MS = 60_000
const MOST_BYTES = 16_000_000

/** Ends the reading where there is too much: neither side can fill the memory. */
async function readAll(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error(`there are more than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
