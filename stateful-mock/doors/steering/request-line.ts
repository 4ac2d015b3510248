import type { ReceivedRequest } from './received-request.ts'

const LONGEST = 200

/** A request in one line, with the error if it was refused. */
export function requestLine({ id, method, path, actor, status, response, fault }: ReceivedRequest): string {
  const caller = actor === undefined ? '' : ` as ${actor}`
  const outcome = status === 0 ? 'connection dropped' : String(status)
  const why = status >= 400 ? ` ${short(errorIn(response.body))}` : ''
  return `#${id} ${method} ${path}${caller} -> ${outcome}${why}${fault === undefined ? '' : ` (fault ${fault})`}`
}

function errorIn(body: unknown): string {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : body
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? '')
}

const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
