import type { components } from '../../../src/contract/generated/control.ts'
import type { OperationId } from '../../../src/model/request/operation-types.ts'
import type { ControlClient } from './control-client.ts'

type Headers = Readonly<Record<string, string>>

/** A request that the API received, and its response. Credentials are redacted. */
export interface ReceivedRequest extends Readonly<components['schemas']['LoggedRequest']> {
  readonly headers: Headers
  /** Parsed if it is JSON, text if not, undefined if there was none. */
  readonly body: unknown
  readonly response: { readonly status: number; readonly headers: Headers; readonly body: unknown }
  /** A command that sends it again. */
  readonly curl: string
}

/** A filter for requests; all of them when nothing is given. */
export interface RequestFilter {
  readonly operation?: OperationId
  readonly status?: number
}

/** The control interface's record of one request. */
interface Logged extends Readonly<components['schemas']['LoggedRequest']> {
  readonly requestHeaders: Headers
  readonly requestBody?: string
  readonly responseHeaders: Headers
  readonly responseBody?: string
  readonly curl: string
}

/** As many as the log keeps. */
const LIMIT = 1_000

/** The requests in the log, oldest first. */
export async function receivedRequests(ask: ControlClient, filter: RequestFilter): Promise<ReceivedRequest[]> {
  const query = new URLSearchParams({ limit: String(LIMIT) })
  for (const [name, value] of Object.entries(filter)) query.set(name, String(value))
  const { requests } = (await ask('GET', `/requests?${query}`)) as { readonly requests: readonly { id: number }[] }
  const logged = await Promise.all(requests.map(({ id }) => ask('GET', `/requests/${id}`) as Promise<Logged>))
  return logged.map(asReceived).reverse()
}

/** The start of a sandbox's address, which is not part of the API. */
const SANDBOX = /^\/sandboxes\/[^/]+/

function asReceived({ requestHeaders, requestBody, responseHeaders, responseBody, ...rest }: Logged): ReceivedRequest {
  return {
    ...rest,
    path: rest.path.replace(SANDBOX, ''),
    headers: requestHeaders,
    body: parsed(requestBody),
    response: { status: rest.status, headers: responseHeaders, body: parsed(responseBody) },
  }
}

export function parsed(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
