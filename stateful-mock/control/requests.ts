import { EVERYWHERE } from '../../src/model/identity.ts'
import { getRow } from '../../src/model/table.ts'
import { namedActors } from '../callers.ts'
import { makeAsking } from '../http/asking.ts'
import { callerCredential } from '../http/caller-credential.ts'
import { tellingHeaders } from '../http/telling-headers.ts'
import type { WireRequest } from '../http/wire.ts'
import { instant } from '../instant.ts'
import type { Mock } from '../mock.ts'
import type { Logged } from '../request-log.ts'
import { type ControlHandler, done } from './handler.ts'

/** As the description says. */
const USUAL_LIMIT = 100

export const listRequests: ControlHandler = (mock, { query }) => {
  const { before, limit = USUAL_LIMIT, operation, status } = query as Partial<Record<string, number | string>>
  const fitting = mock.requests
    .newestFirst(before === undefined ? undefined : Number(before))
    .filter(({ answer }) => operation === undefined || answer.why.operation === operation)
    .filter(({ answer }) => status === undefined || answer.status === status)
  return done({ requests: [...fitting.take(Number(limit))].map((logged) => shown(mock, logged)) })
}

export const getRequest: ControlHandler = (mock, { parameters: { id = '' } }) => {
  const logged = mock.requests.get(Number(id))
  return logged ? done(inFull(mock, logged)) : { status: 404, error: `there is no request ${id} in the log` }
}

export const clearRequests: ControlHandler = (mock) => {
  mock.requests.clear()
  return { status: 204 }
}

function shown(mock: Mock, { id, atMs, request, answer, ms }: Logged) {
  const { operation, rules, gaps, entry } = answer.why
  const actor = actorOf(mock, request, operation)
  return {
    id,
    at: instant(atMs),
    method: request.method,
    path: request.target,
    ...(operation !== undefined && { operationId: operation }),
    ...(actor !== undefined && { actor }),
    status: answer.status,
    durationMs: Number(ms.toFixed(3)),
    rules,
    gaps,
    ...(entry !== undefined && { entry }),
  }
}

function inFull(mock: Mock, logged: Logged) {
  const { request, answer } = logged
  const headers = blanked(mock, request.headers)
  const body = request.body === 'too large' || request.body.length === 0 ? undefined : asText(request.body)
  return {
    ...shown(mock, logged),
    requestHeaders: headers,
    ...(body !== undefined && { requestBody: body }),
    responseHeaders: answer.headers,
    ...(answer.body !== undefined && { responseBody: answer.body }),
    curl: curl(request, headers, body),
  }
}

/** Who called, by the name scenarios use: by their own credential, or one that they minted. */
function actorOf(mock: Mock, { headers }: WireRequest, operation: string | undefined): string | undefined {
  const { contract, holder } = mock
  const meant =
    operation === undefined ? undefined : (contract.operations.get(operation) ?? contract.doors.get(operation))
  const credential = callerCredential(mock, meant, headers, makeAsking(holder.gaps))
  if (credential === undefined) return undefined
  const actors = namedActors(mock)
  const userId = getRow(holder.world.tables.Credential, [EVERYWHERE, credential])?.userId
  return (actors.find(([, actor]) => actor.credential === credential) ??
    actors.find(([, actor]) => actor.userId === userId))?.[0]
}

const BLANK = '***'

/** Credentials are not for showing. */
function blanked(mock: Mock, headers: WireRequest['headers']): Record<string, string> {
  const secret = new Set(tellingHeaders(mock).filter((name) => !OPEN.has(name)))
  secret.add('authorization')
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secret.has(name) ? BLANK : value]))
}

const OPEN = new Set(['accept', 'if-none-match', 'origin', 'prefer', 'x-understudy-sandbox'])

const asText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** The headers that curl, or the connection, brings by itself. */
const ITS_OWN = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'user-agent'])

function curl(request: WireRequest, headers: Readonly<Record<string, string>>, body: string | undefined): string {
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
