import { request } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { RunningMock } from '../../stateful-mock/create-mock.ts'
import { ask, startedMock } from './support.ts'
import { advance, endpointFor, mailArrives, receiver } from './webhook-support.ts'

const STREAM = '/_understudy/stream'
const PING = '/api/v1/uptime/ping'

interface Seen {
  readonly id: number | undefined
  readonly kind: string
  // biome-ignore lint/suspicious/noExplicitAny: whatever was told
  readonly data: any
}

/** Opens the stream and gathers what it tells. */
async function watching(mock: RunningMock, query = '', headers: Record<string, string> = {}) {
  const seen: Seen[] = []
  const gone = new AbortController()
  const response = await fetch(`${mock.url}${STREAM}${query}`, { headers, signal: gone.signal })
  const over = gather(response, seen).catch(() => {})
  const close = () => {
    gone.abort()
    return over
  }
  onTestFinished(close)
  await until(() => seen.length > 0)
  seen.shift()
  return { response, seen, close, over }
}

async function gather(response: Response, seen: Seen[]): Promise<void> {
  let text = ''
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) seen.push(parsed(block))
  }
}

function parsed(block: string): Seen {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
  )
  const id = fields.get('id')
  return {
    id: id === undefined ? undefined : Number(id),
    kind: fields.get('event') ?? 'none',
    data: JSON.parse(fields.get('data') ?? 'null'),
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (let time = 0; time < 300 && !holds(); time++) await new Promise((resolve) => setTimeout(resolve, 10))
  if (!holds()) throw new Error('that never came')
}

const kinds = (seen: readonly Seen[]) => seen.map(({ kind }) => kind)

describe('the stream', () => {
  test('tells of requests, entries, the clock, faults, resets and sandboxes as they happen', async () => {
    const mock = await startedMock()
    const { seen, response } = await watching(mock)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    await ask(mock, 'GET', PING, { as: 'owner' })
    await until(() => seen.length === 1)
    expect(seen[0]).toMatchObject({
      kind: 'request',
      data: { id: 1, method: 'GET', path: PING, operationId: 'pingUptime', actor: 'owner', status: 200 },
    })
    await ask(mock, 'POST', '/api/v1/tokens', { as: 'owner', json: { name: 'ci' } })
    await advance(mock, 'PT1S')
    await ask(mock, 'POST', '/_understudy/faults', { json: { where: { all: true }, status: 500 } })
    await ask(mock, 'GET', PING, { as: 'owner' })
    await ask(mock, 'POST', '/_understudy/reset')
    await ask(mock, 'POST', '/_understudy/sandboxes', { json: { name: 'mine' } })
    await until(() => kinds(seen).includes('sandbox'))
    const told = (kind: string) => seen.filter((one) => one.kind === kind).map(({ data }) => data)
    expect(told('entry')).toMatchObject([
      { entry: 1, kind: 'request', name: 'createToken' },
      { entry: 2, kind: 'clock' },
    ])
    expect(told('clock')).toEqual([{ mode: 'frozen', now: '2026-03-05T09:00:01Z' }])
    expect(told('fault')).toMatchObject([{ armed: { id: 'flt_1' } }, { struck: 'flt_1' }])
    expect(told('request').map(({ status }) => status)).toEqual([200, 201, 500])
    expect(told('reset')).toHaveLength(1)
    expect(told('sandbox')).toEqual([{ name: 'mine', change: 'made' }])
    const ids = seen.map(({ id }) => id ?? 0)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })
  test('tells of pages and of webhook attempts, when they go out and when they are answered', async () => {
    const mock = await startedMock()
    const { url } = await receiver(200)
    await endpointFor(mock, url)
    const { seen } = await watching(mock, '?only=page,delivery')
    const id = await mailArrives(mock)
    await advance(mock, 'PT1S')
    await until(() => seen.length >= 2)
    expect(seen).toMatchObject([
      { kind: 'delivery', data: { deliveryId: id, attempt: 1 } },
      { kind: 'delivery', data: { deliveryId: id, attempt: 1, status: 200 } },
    ])
    expect(seen[0]?.data).not.toHaveProperty('status')
  })
  test('tells of pages', async () => {
    const mock = await startedMock({ seed: 'acme' })
    const { seen } = await watching(mock, '?only=page')
    const json = { serviceId: 'svc_checkout', title: 'Nobody can pay' }
    const made = await ask(mock, 'POST', '/api/v1/oncall/incidents', { as: 'owner', json })
    const { id } = made.body as { id: string }
    await advance(mock, 'PT10M')
    const logged = (await ask(mock, 'GET', `/_understudy/pages?incidentId=${id}`)).body as { pages: unknown[] }
    expect(logged.pages.length).toBeGreaterThan(0)
    const ours = () => seen.filter(({ data }) => data.incidentId === id)
    await until(() => ours().length === logged.pages.length)
    expect(ours().map(({ data }) => data)).toEqual(logged.pages)
  })
  test('tells only of the kinds and the sandbox that are asked for', async () => {
    const mock = await startedMock()
    const headers = { 'X-Understudy-Sandbox': 'mine' }
    const entries = await watching(mock, '?only=entry&only=reset', headers)
    await ask(mock, 'POST', '/api/v1/tokens', { as: 'owner', json: { name: 'there' } })
    await ask(mock, 'POST', '/api/v1/tokens', { as: 'owner', json: { name: 'here' }, headers })
    await until(() => entries.seen.length > 0)
    expect(kinds(entries.seen)).toEqual(['entry'])
    expect(await ask(mock, 'GET', `${STREAM}?only=everything`)).toMatchObject({ status: 400 })
  })
  test('goes on where a client was that comes back', async () => {
    const mock = await startedMock()
    const first = await watching(mock, '?only=request')
    await ask(mock, 'GET', PING, { as: 'owner' })
    await until(() => first.seen.length === 1)
    await first.close()
    for (let time = 0; time < 3; time++) await ask(mock, 'GET', `${PING}?n=${time}`, { as: 'owner' })
    const lastSeen = String(first.seen[0]?.id)
    const second = await watching(mock, '?only=request', { 'Last-Event-ID': lastSeen })
    await until(() => second.seen.length === 3)
    expect(second.seen.map(({ data }) => data.path)).toEqual([`${PING}?n=0`, `${PING}?n=1`, `${PING}?n=2`])
    const old = { headers: { 'Last-Event-ID': 'yesterday' } }
    expect(await ask(mock, 'GET', STREAM, old)).toMatchObject({ status: 400 })
  })
  test('leaves some out under load and says how many, so that all are accounted for', async () => {
    const mock = await startedMock()
    const { seen } = await watching(mock, '?only=request,reset')
    const headers = { Authorization: 'Bearer owner' }
    const requests = 3000
    for (let sent = 0; sent < requests; sent += 100)
      await Promise.all(Array.from({ length: 100 }, () => mock.fetch(PING, { headers })))
    await ask(mock, 'POST', '/_understudy/reset')
    await until(() => kinds(seen).includes('reset'))
    const shown = seen.filter(({ kind }) => kind === 'request').length
    const leftOut = seen.filter(({ kind }) => kind === 'left-out').map(({ data }) => data.request ?? 0)
    expect(shown).toBeLessThan(requests / 2)
    expect(shown + leftOut.reduce((sum: number, count: number) => sum + count, 0)).toBe(requests)
  })
  test('never waits for a slow reader, and never grows for it', async () => {
    const mock = await startedMock()
    const asked = request(`${mock.url}${STREAM}?only=request`)
    onTestFinished(() => void asked.destroy())
    asked.end()
    const response = await new Promise<import('node:http').IncomingMessage>((resolve) => asked.on('response', resolve))
    response.pause()
    const headers = { Authorization: 'Bearer owner' }
    const long = 'x'.repeat(3000)
    for (let sent = 0; sent < 8000; sent += 200)
      await Promise.all(Array.from({ length: 200 }, () => mock.fetch(`${PING}?${long}`, { headers })))
    let text = ''
    response.on('data', (part) => {
      text += part
    })
    response.resume()
    await mock.fetch('/api/v1/tokens', { headers })
    await until(() => text.includes('/api/v1/tokens'))
    expect(text.length).toBeLessThan(8000 * 3000)
    expect(text).toContain('event: left-out')
  })
  test('ends with the mock', async () => {
    const mock = await startedMock()
    const { over } = await watching(mock)
    await mock.close()
    await over
  })
  test('can be read without a socket', async () => {
    const mock = await startedMock()
    const gone = new AbortController()
    const response = await mock.fetch(`${STREAM}?only=request`, { signal: gone.signal })
    const seen: Seen[] = []
    const over = gather(response, seen)
    await until(() => seen.length === 1)
    await mock.fetch(PING, { headers: { Authorization: 'Bearer owner' } })
    await until(() => seen.length === 2)
    expect(seen[1]).toMatchObject({ kind: 'request', data: { status: 200 } })
    gone.abort()
    await over.catch(() => {})
  })
})
