import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

/** A request whose answer is there, and has not been sent. */
export interface Spoilable {
  readonly message: IncomingMessage
  /** With the status and headers of the honest answer. */
  readonly response: ServerResponse
  readonly socket: Socket
  /** The body of the honest answer. */
  readonly text: string
  /** Number of responses spoiled before. */
  readonly number: number
}

export type Misbehaviour = (one: Spoilable) => void

/** Writes past the server: head and body as they are given. */
const raw =
  (bytes: (text: string) => string, then: 'stay' | 'end' | 'reset' = 'end'): Misbehaviour =>
  ({ socket, text }) => {
    socket.write(Buffer.from(bytes(text), 'latin1'), () => {
      if (then === 'end') socket.end()
      if (then === 'reset') socket.resetAndDestroy()
    })
  }

const body =
  (spoil: (text: string, number: number) => string | Uint8Array): Misbehaviour =>
  ({ response, text, number }) =>
    void response.end(spoil(text, number))

const every =
  (ms: number, write: (response: ServerResponse) => void): Misbehaviour =>
  ({ response }) => {
    const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : write(response)), ms)
  }

const head =
  (headers: Readonly<Record<string, string>>): Misbehaviour =>
  ({ response, text }) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.end(text)
  }

const answer =
  (status: number, headers: Readonly<Record<string, string>> = {}, text = ''): Misbehaviour =>
  ({ response }) =>
    void response.writeHead(status, headers).end(text)

/** Only every third answer. */
const third =
  (misbehave: Misbehaviour): Misbehaviour =>
  (one) =>
    one.number % 3 === 2 ? misbehave(one) : void one.response.end(one.text)

const JSON_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const inStrings = (put: string) => body((text) => text.replace(/":"/g, `":"${put}`))
const ids = (id: (number: number) => string) =>
  body((text, number) => text.replace(/"(\w*[iI]d)":"[^"]*"/g, `"$1":${JSON.stringify(id(number))}`))
const hours = (count: number) => () => new Date(Date.now() + count * 3_600_000).toUTCString()
const dated =
  (date: () => string): Misbehaviour =>
  (one) =>
    head({ date: date() })(one)

const ZEROS = gzipSync(Buffer.alloc(50_000_000))

/** By what they are called: slow, endless, lying about lengths, flaky, redirecting, skewed, rude, deep, huge, torn off. */
export const MISBEHAVIOURS: Readonly<Record<string, Misbehaviour>> = {
  'a byte now and then': every(50, (response) => response.write(' ')),
  'announcements for ever': every(5, (response) => response.writeProcessing()),
  'no answer at all': () => {},
  'a head and no body': ({ response }) => response.flushHeaders(),
  'a head letter by letter': ({ socket }) => {
    let at = 0
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer)
      else socket.write(JSON_HEAD.charAt(at++ % JSON_HEAD.length))
    }, 50)
  },
  'every answer late': ({ response, text }) => void setTimeout(() => response.end(text), 400),
  'an answer without end': every(1, (response) => response.writableNeedDrain || response.write('[1,'.repeat(100_000))),
  'a header without end': ({ socket }) => {
    socket.write(`${JSON_HEAD}X: `)
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('a'.repeat(100_000))), 1)
  },
  'fifty megabytes of zeros in gzip': ({ response }) => {
    response.setHeader('content-encoding', 'gzip').end(ZEROS)
  },
  'gzip that is none': head({ 'content-encoding': 'gzip' }),
  'gzip that nobody asked for': ({ response, text }) => {
    response.setHeader('content-encoding', 'gzip').end(gzipSync(text))
  },
  'a length too long': ({ response, text }) => void response.setHeader('content-length', text.length + 10).end(text),
  'a length too short': raw((text) => `${JSON_HEAD}Content-Length: ${Math.floor(text.length / 2)}\r\n\r\n${text}`),
  'two lengths': raw((text) => `${JSON_HEAD}Content-Length: ${text.length}\r\nContent-Length: 3\r\n\r\n${text}`),
  'a negative length': raw((text) => `${JSON_HEAD}Content-Length: -1\r\n\r\n${text}`),
  'broken chunks': raw((text) => `${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n${text}\r\n`),
  'a chunk that never comes': raw(() => `${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nffff\r\n{`, 'stay'),
  'length and chunks': raw(() => `${JSON_HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
  'no HTTP': raw(() => 'hello\r\n\r\n'),
  'two answers at once': raw(() => `${JSON_HEAD}Content-Length: 2\r\n\r\n{}`.repeat(2)),
  'every third 500': third(answer(500)),
  'every third 503': third(answer(503)),
  'every third broken off': third(({ socket }) => void socket.resetAndDestroy()),
  '429 for ever': answer(429, { 'retry-after': '1' }),
  '429 and a year': answer(429, { 'retry-after': '31536000' }),
  '429 and nonsense': answer(429, { 'retry-after': 'soon' }),
  'a page of a proxy': answer(502, { 'content-type': 'text/html' }, '<h1>Bad gateway</h1>'),
  'a status that there is not': raw(() => 'HTTP/1.1 799 Odd\r\nContent-Length: 0\r\n\r\n'),
  'redirected in circles': ({ message, response }) => void response.writeHead(302, { location: message.url }).end(),
  'redirected elsewhere': answer(307, { location: 'http://127.0.0.1:1/' }),
  'a clock two hours behind': dated(hours(-2)),
  'a clock two hours ahead': dated(hours(2)),
  'a date that is none': head({ date: 'yesterday' }),
  'a date of another era': head({ date: 'Thu, 01 Jan 1970 00:00:00 GMT' }),
  'codes of a terminal': inStrings('\\u001b[31m\\u001b]0;gone\\u0007'),
  'orders to a CI service': inStrings('\\n::error::broken\\n##[error]broken\\n'),
  'twenty thousand levels': body(() => '['.repeat(20_000) + ']'.repeat(20_000)),
  'seven megabytes of lists': body(() => `[${'[],'.repeat(2_300_000)}[]]`),
  'a text of five megabytes': body((text) => text.replace(/":"/, `":"${'x'.repeat(5_000_000)}`)),
  'a hundred thousand fields': body(() => `{${Array.from({ length: 100_000 }, (_, at) => `"f${at}":1`).join()}}`),
  'numbers beyond all': body((text) => text.replace(/:\d+/g, ':1e999')),
  'half a surrogate pair in every identifier': body((text) => text.replace(/"(\w*[iI]d)":"/g, '"$1":"\\ud800')),
  'one identifier for all': ids(() => 'same'),
  'identifiers that climb': ids((number) => `../../${number}/%2e%2e?x#y`),
  'identifiers without end': ids((number) => `${number}`.repeat(20_000)),
  null: body(() => 'null'),
  'a number in place of everything': body((text) => text.replace(/"[^"]*"(?=[,}\]])/g, '7')),
  'names of prototypes': body(() => '{"__proto__":{"id":"x"},"constructor":1,"toString":[]}'),
  'half an answer': body((text) => text.slice(0, text.length / 2)),
  'an empty body': body(() => ''),
  'another type': head({ 'content-type': 'text/html' }),
  'another alphabet': body((text) => Buffer.from(text, 'utf16le')),
  'bytes that are no text': body(() => Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28])),
  'broken off before the answer': ({ socket }) => void socket.resetAndDestroy(),
  'broken off in the first line': raw(() => 'HTTP/1.1 20', 'reset'),
  'broken off in the head': raw(() => `${JSON_HEAD}Content-Le`, 'reset'),
  'broken off in the body': raw((text) => `${JSON_HEAD}Content-Length: 999\r\n\r\n${text.slice(0, 9)}`, 'reset'),
  'closed after every answer': ({ response, text, socket }) => void response.end(text, () => socket.destroy()),
}

/** Misbehaviours whose responses have wrong identifiers. */
export const FALSIFYING: ReadonlySet<Misbehaviour> = new Set(
  [
    'half a surrogate pair in every identifier',
    'one identifier for all',
    'identifiers that climb',
    'identifiers without end',
    'codes of a terminal',
    'orders to a CI service',
    'a text of five megabytes',
    'a number in place of everything',
    // They say that nothing was done, and did it: nobody can know what to remove.
    '429 for ever',
    '429 and a year',
    '429 and nonsense',
  ].flatMap((name) => MISBEHAVIOURS[name] ?? []),
)
