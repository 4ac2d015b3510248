import { rawHeadersOf } from '../../http/raw-headers.ts'
import { REASON_PHRASES } from '../../http/reason-phrases.ts'
import type { Answer } from '../../http/wire.ts'

/** The bytes of an answer, as a text. */
export interface PlainAnswer {
  readonly text: string
  readonly encoding: 'latin1' | 'utf8'
}

const VALUE = /^[\t\x20-\x7e]*$/
/** Statuses whose answers have no body and say nothing of its length (RFC 9110, 8.6 and 15). */
const BODILESS: ReadonlySet<number> = new Set([204, 304])

/** An answer as it goes over the wire; undefined for one that is not sent whole, or not as it should be. */
export function plainAnswer(answer: Answer, connection: string): PlainAnswer | undefined {
  const { status, body, stream, transportFault } = answer
  if (stream || transportFault || status < 200 || (body !== undefined && BODILESS.has(status))) return undefined
  const raw = rawHeadersOf(answer, Buffer.byteLength)
  let head = `HTTP/1.1 ${status} ${REASON_PHRASES[status] ?? 'unknown'}\r\n`
  for (let at = 0; at < raw.length; at += 2) {
    const value = raw[at + 1] as string
    if (!VALUE.test(value)) return undefined
    head += `${raw[at]}: ${value}\r\n`
  }
  if (body === undefined && !BODILESS.has(status)) head += 'Content-Length: 0\r\n'
  head += `Date: ${date()}\r\n${connection}\r\n\r\n`
  if (body === undefined) return { text: head, encoding: 'latin1' }
  // As many bytes as characters: all of them ASCII, which is written faster.
  return { text: head + body, encoding: raw.at(-1) === String(body.length) ? 'latin1' : 'utf8' }
}

let latest = { second: 0, text: '' }

function date(): string {
  const second = Math.floor(Date.now() / 1000)
  if (second !== latest.second) latest = { second, text: new Date(second * 1000).toUTCString() }
  return latest.text
}
