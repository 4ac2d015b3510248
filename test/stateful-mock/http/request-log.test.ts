import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { parseJson } from '../../../stateful-mock/http/parse-json.ts'
import { RequestLog } from '../../../stateful-mock/http/request-log.ts'
import { NO_REASON } from '../../../stateful-mock/http/wire.ts'

const MEGABYTE = 1024 * 1024

function memory(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / MEGABYTE
}

const request = (body: Uint8Array) => ({ method: 'POST', target: '/x', headers: {}, body })
const AT_ONCE = { atMs: 0, entries: 0, ms: 0 }
const answer = (body: string) => ({ status: 200, headers: {}, body, why: NO_REASON })

test('of large bodies only a part stays in memory, and only so much of all together', () => {
  const log = new RequestLog(4 * MEGABYTE)
  const before = memory()
  for (let count = 0; count < 100; count++)
    log.add({
      request: request(Buffer.alloc(MEGABYTE, count)),
      answer: answer(JSON.stringify('x'.repeat(MEGABYTE))),
      ...AT_ONCE,
    })
  expect(memory() - before).toBeLessThan(50)
  const kept = [...log.newestFirst()]
  expect(kept.map(({ id }) => id)).toEqual(Array.from({ length: kept.length }, (_, index) => 100 - index))
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.length).toBeLessThan(33)
  expect(kept[0]?.request.body).toHaveLength(65_536)
})

test('what is small is kept a thousand times', () => {
  const log = new RequestLog(4 * MEGABYTE)
  for (let count = 0; count < 1_500; count++)
    log.add({ request: request(new Uint8Array()), answer: answer('{}'), ...AT_ONCE })
  expect([...log.newestFirst()]).toHaveLength(1_000)
  expect([log.get(500), log.get(501)?.id, log.get(1_500)?.id]).toEqual([undefined, 501, 1_500])
})

test('headers that repeat are kept once, and every request shows its own', () => {
  const log = new RequestLog(4 * MEGABYTE)
  const sent: Record<string, string>[] = [
    { host: 'a' },
    { host: 'a' },
    { host: 'a', accept: '*/*' },
    { host: 'a' },
    { host: 'b' },
  ]
  for (const headers of sent)
    log.add({ request: { ...request(new Uint8Array()), headers }, answer: answer('{}'), ...AT_ONCE })
  const kept = [1, 2, 3, 4, 5].map((id) => log.get(id)?.request.headers)
  expect(kept).toEqual(sent)
  expect(kept[1]).toBe(kept[0])
})

test('an answer is kept without the part of the world it was made from', () => {
  const log = new RequestLog(4 * MEGABYTE)
  const looked = { tables: [], rows: [], time: false }
  log.add({ request: request(new Uint8Array()), answer: { ...answer('{}'), looked }, ...AT_ONCE })
  expect(log.get(1)?.answer).toEqual(answer('{}'))
})

test('a body is kept as the text that it is, whether it is JSON, begins with a mark or is no text at all', () => {
  const log = new RequestLog(MEGABYTE)
  const kept = (bytes: Uint8Array) => {
    parseJson(bytes)
    return log.get(log.add({ request: request(bytes), answer: answer('{}'), ...AT_ONCE }))?.request.body
  }
  expect(kept(Buffer.from('{"name":"ü"}'))).toBe('{"name":"ü"}')
  expect(kept(Buffer.from('\ufeff{}'))).toBe('{}')
  expect(kept(Uint8Array.of(0x7b, 0xff, 0x7d))).toBe('{\ufffd}')
  expect(kept(Uint8Array.of())).toBe('')
})
