import type { Received } from './exchange.ts'
import { parseBounded } from './parse-bounded.ts'
import { shortenTexts } from './shorten-texts.ts'

export type Head = Readonly<Record<string, string | string[] | undefined>>

/** An answer with its body read. */
export function received(status: number, raw: Head, body: string): Received {
  const headers = isSingle(raw) ? raw : joined(raw)
  const text = shortenTexts(body)
  const isJson = text !== '' && JSON_TYPE.test(headers['content-type'] ?? '')
  return {
    status,
    headers,
    text,
    json: isJson ? parseBounded(text) : undefined,
    dateMs: headers.date === undefined ? undefined : dateMs(headers.date),
  }
}

const JSON_TYPE = /\bjson\b/

/** True if each header came once, as nearly always. */
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
