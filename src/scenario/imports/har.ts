import { isObject } from '../../contract/json.ts'
import type { RecordedExchange } from '../recording/recorded-exchange.ts'
import { apiPath } from './api-path.ts'
import { ImportMistake } from './import-mistake.ts'

type Fields = { readonly [key: string]: unknown }

export const isHar = (file: unknown): boolean => isObject(file) && isObject(file.log) && Array.isArray(file.log.entries)

/** The requests in an HTTP Archive, of a browser or a proxy, in the order in which they were begun. */
export function harExchanges(file: unknown): RecordedExchange[] {
  return entriesOf(file)
    .map((entry, index) => [entry, index] as const)
    .filter(([entry]) => !isFromBrowser(entry))
    .map(([entry, index]) => exchangeOf(entry, index))
    .sort((one, other) => (one.atMs ?? 0) - (other.atMs ?? 0))
}

/** The origin of the API: that of the first request that calls an operation. */
export const harOrigin = (file: unknown): string | undefined =>
  entriesOf(file)
    .map(urlOf)
    .find((url) => url?.pathname.includes('/api/v1/'))?.origin

/** Only the requests to one origin: a page also asks others, which have no part in the state of the API. */
export const harTo = (file: unknown, origin: string): unknown => ({
  log: { entries: entriesOf(file).filter((entry) => (urlOf(entry)?.origin ?? origin) === origin) },
})

function entriesOf(file: unknown): Fields[] {
  const log = isObject(file) && isObject(file.log) ? file.log : {}
  if (!Array.isArray(log.entries)) throw new ImportMistake('it has no log.entries')
  return log.entries.map(fieldsOf)
}

function urlOf({ request }: Fields): URL | undefined {
  const url = textOf(fieldsOf(request).url)
  return URL.canParse(url) ? new URL(url) : undefined
}

/** Whether the browser answered by itself, from its cache or by a service worker: the target was not asked. */
const isFromBrowser = ({ _fromCache, response }: Fields): boolean =>
  Boolean(_fromCache) || fieldsOf(response)._fetchedViaServiceWorker === true

function exchangeOf(entry: Fields, index: number): RecordedExchange {
  const request = fieldsOf(entry.request)
  const response = fieldsOf(entry.response)
  if (typeof request.url !== 'string' || typeof request.method !== 'string')
    throw new ImportMistake(`the request of entry ${index} has no method or no url`)
  const started = Date.parse(String(entry.startedDateTime))
  const answerHeaders = headersOf(response.headers)
  return {
    method: request.method.toUpperCase(),
    path: apiPath(request.url),
    headers: withCookies(headersOf(request.headers), request.cookies),
    body: textOf(fieldsOf(request.postData).text),
    status: typeof response.status === 'number' ? response.status : 0,
    answerHeaders,
    answer: contentOf(fieldsOf(response.content)),
    ...(isMissing(fieldsOf(response.content)) && { isWhole: false }),
    ...(!Number.isNaN(started) && { atMs: started }),
    ...(typeof entry.time === 'number' && entry.time >= 0 && { tookMs: entry.time }),
  }
}

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Names in lower case; those of HTTP/2 that begin with a colon are no headers. */
function headersOf(list: unknown): Record<string, string> {
  const headers = Array.isArray(list) ? list.map(fieldsOf) : []
  return Object.fromEntries(
    headers
      .filter(({ name }) => typeof name === 'string' && !name.startsWith(':'))
      .map(({ name, value }) => [String(name).toLowerCase(), textOf(value)]),
  )
}

/** Some tools list cookies, and leave out the header that carried them. */
function withCookies(headers: Record<string, string>, cookies: unknown): Record<string, string> {
  if (headers.cookie !== undefined || !Array.isArray(cookies) || cookies.length === 0) return headers
  const cookie = cookies.map(fieldsOf).map(({ name, value }) => `${textOf(name)}=${textOf(value)}`)
  return { ...headers, cookie: cookie.join('; ') }
}

/** Browsers do not keep every body. */
const isMissing = ({ text, size }: Fields): boolean => text === undefined && typeof size === 'number' && size > 0

function contentOf({ text, encoding }: Fields): string {
  if (encoding !== 'base64') return textOf(text)
  try {
    const bytes = Uint8Array.from(atob(textOf(text)), (letter) => letter.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    return ''
  }
}
