import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'vitest'
import { type VerifyOptions, verify } from '../../src/conformance/verify.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'

type Misbehaviour = (response: ServerResponse, honest: string, message: IncomingMessage) => void

/** The mock behind somebody who behaves until that many requests of the API are answered. */
async function behind({ onTestFinished }: TestContext, misbehave: Misbehaviour, after: number): Promise<string> {
  const mock = await createMock({ seed: 'small' })
  let answered = 0
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
    const { 'content-length': _, ...headers } = message.headers
    const init = { method: message.method ?? 'GET', headers: headers as Record<string, string> }
    const body = Buffer.concat(chunks).toString('utf8')
    const answer = await mock.fetch(message.url ?? '/', { ...init, ...(body !== '' && { body }) })
    const text = await answer.text()
    response.statusCode = answer.status
    answer.headers.forEach((value, name) => {
      if (!/^(content-length|transfer-encoding|connection)$/.test(name)) response.setHeader(name, value)
    })
    const odd = message.url?.startsWith('/api/') && ++answered > after
    if (odd) misbehave(response, text, message)
    else response.end(text)
  })
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await mock.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function every(ms: number, response: ServerResponse, write: () => void): void {
  const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : write()), ms)
}

const LIMIT_MS = 6_000
const judge = (url: string, more: Partial<VerifyOptions> = {}) =>
  verify({ url, areas: ['tokens', 'oncall'], seed: 5, runs: 20, timeLimitMs: LIMIT_MS, ...more })

type Kind = readonly [string, Misbehaviour]

/** Runs that only wait until their time is up: they wait side by side. */
const SLOW: readonly Kind[] = [
  ['a byte now and then', (response) => every(50, response, () => response.write(' '))],
  ['announcements for ever', (response) => every(5, response, () => response.writeProcessing())],
  ['no answer at all', () => {}],
  ['429 for ever', (response) => response.writeHead(429, { 'retry-after': '1' }).end()],
]

const ODD: readonly Kind[] = [
  [
    'an answer without end',
    (response) => every(1, response, () => response.writableNeedDrain || response.write('[1,'.repeat(100_000))),
  ],
  ['twenty thousand levels', (response) => response.end('['.repeat(20_000) + ']'.repeat(20_000))],
  ['seven megabytes of lists', (response) => response.end(`[${'[],'.repeat(2_300_000)}[]]`)],
  [
    'half a surrogate pair in every identifier',
    (response, text) => response.end(text.replace(/"(\w*[iI]d)":"/g, '"$1":"\\ud800')),
  ],
  ['a connection that breaks', (response) => response.destroy()],
  ['a length that is a lie', (response, text) => response.setHeader('content-length', text.length + 10).end(text)],
  ['half an answer', (response, text) => response.end(text.slice(0, text.length / 2))],
  ['null', (response) => response.end('null')],
  ['a number in place of everything', (response, text) => response.end(text.replace(/"[^"]*"(?=[,}\]])/g, '7'))],
  ['names of prototypes', (response) => response.end('{"__proto__":{"id":"x"},"constructor":1,"toString":[]}')],
]

async function endsInTime(misbehave: Misbehaviour, context: TestContext, more: Partial<VerifyOptions> = {}) {
  const { expect } = context
  const url = await behind(context, misbehave, 60)
  const startedMs = performance.now()
  const { report } = await judge(url, more)
  expect(performance.now() - startedMs).toBeLessThan((more.timeLimitMs ?? LIMIT_MS) + 5_000)
  expect(report.requests).toBeGreaterThan(20)
  expect(report.inconclusive.filter(({ what }) => what.includes('could not follow'))).toEqual([])
}

const ENDS = '%s: the run ends in time, with a report'
test.concurrent.for(SLOW)(ENDS, ([, misbehave], context) => endsInTime(misbehave, context))
test.for(ODD)(ENDS, ([, misbehave], context) =>
  endsInTime(misbehave, context, { maxRequests: 200, timeLimitMs: 30_000 }),
)

test.concurrent('an interruption reaches a request that never ends', async (context) => {
  const { expect } = context
  const url = await behind(context, () => {}, 60)
  const control = new AbortController()
  setTimeout(() => control.abort(), 2_500)
  const startedMs = performance.now()
  const { report } = await judge(url, { timeLimitMs: 600_000, signal: control.signal })
  expect(performance.now() - startedMs).toBeLessThan(8_000)
  expect(report.stopped?.because).toBe('interrupted')
})

test.for([
  ['two hours behind', -2],
  ['two hours ahead', 2],
] as const)(
  'a clock in headers that is %s is not held against a target',
  { timeout: 60_000 },
  async (clock, context) => {
    const { expect } = context
    const [, hours] = clock
    const misbehave: Misbehaviour = (response, text) => {
      response.setHeader('date', new Date(Date.now() + hours * 3_600_000).toUTCString()).end(text)
    }
    const url = await behind(context, misbehave, 0)
    const { report } = await judge(url, { areas: ['tokens', 'oncall', 'uptime'], timeLimitMs: 15_000, runs: 10 })
    expect(report.failures.map(({ operation, message }) => `${operation}: ${message}`)).toEqual([])
  },
)
