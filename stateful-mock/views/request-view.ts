import { actorNameOf } from '../actors/mock-callers.ts'
import { GapReader } from '../gaps/gap-reader.ts'
import type { Logged, LoggedRequest } from '../http/request-log.ts'
import type { WireRequest } from '../http/wire.ts'
import { callerCredential } from '../sandboxes/caller-credential.ts'
import type { Sandbox } from '../sandboxes/mock.ts'
import { significantHeaders } from '../sandboxes/significant-headers.ts'
import { instant } from '../time/instant.ts'

/** A request and its answer, without their bodies. */
type Viewed = Omit<Logged, 'entries' | 'request'> & { readonly request: Omit<LoggedRequest, 'body'> }

/** A request in the log, with its answer. */
export function requestView(sandbox: Sandbox, { id, atMs, request, answer, ms }: Viewed) {
  const { operation, rules, gaps, entry, fault } = answer.why
  const actor = actorOf(sandbox, request, operation)
  return {
    id,
    at: instant(atMs),
    method: request.method,
    path: request.target,
    ...(operation !== undefined && { operationId: operation }),
    ...(actor !== undefined && { actor }),
    status: answer.transportFault?.drop ? 0 : answer.status,
    durationMs: Number(ms.toFixed(3)),
    rules,
    gaps,
    ...(fault !== undefined && { fault }),
    ...(entry !== undefined && { entry }),
  }
}

/** The same with headers, bodies and a line for curl. */
export function fullRequestView(sandbox: Sandbox, logged: Logged) {
  const { request, answer } = logged
  const headers = blanked(sandbox, request.headers)
  const body = request.body === '' ? undefined : request.body
  return {
    ...requestView(sandbox, logged),
    requestHeaders: headers,
    ...(body !== undefined && { requestBody: body }),
    responseHeaders: answer.headers,
    ...(answer.body !== undefined && { responseBody: answer.body }),
    curl: curl(request, headers, body),
  }
}

/** The actor that called, by the name scenarios use: by their own credential, or by one that they minted. */
function actorOf(sandbox: Sandbox, { headers }: Viewed['request'], operation: string | undefined): string | undefined {
  const { contract, holder } = sandbox
  const meant =
    operation === undefined ? undefined : (contract.operations.get(operation) ?? contract.doors.get(operation))
  const credential = callerCredential(sandbox, meant, headers, new GapReader(holder.gaps))
  return actorNameOf(sandbox, holder.world, credential)
}

const BLANK = '***'

/** Credentials are not for showing. */
function blanked(sandbox: Sandbox, headers: WireRequest['headers']): Record<string, string> {
  const secret = new Set(significantHeaders(sandbox).filter((name) => !OPEN.has(name)))
  secret.add('authorization')
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secret.has(name) ? BLANK : value]))
}

const OPEN = new Set(['accept', 'if-none-match', 'origin', 'prefer', 'x-understudy-sandbox'])

/** The headers that curl, or the connection, brings by itself. */
const ITS_OWN = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'user-agent'])

function curl(request: LoggedRequest, headers: Readonly<Record<string, string>>, body: string | undefined): string {
  const method = request.method === 'GET' ? [] : ['-X', request.method]
  const said = Object.entries(headers)
    .filter(([name]) => !ITS_OWN.has(name))
    .flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)])
  const data = body === undefined ? [] : ['--data-raw', quoted(body)]
  const url = /^https?:/i.test(request.target)
    ? request.target
    : `http://${request.headers.host ?? ''}${request.target}`
  return ['curl', ...method, ...said, ...data, quoted(url)].join(' ')
}

const quoted = (text: string): string => (/^[\w:/.@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
