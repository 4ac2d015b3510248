import { Agent, type Dispatcher, request } from 'undici'

/** What came back of a webhook: a status, or why there was none. */
export type WebhookResult = { readonly status: number } | { readonly failure: string }

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
}

/** What is sent for a receiver to know us by. */
const USER_AGENT = 'Understudy'
/** Nobody looks at what a receiver says besides its status; so much of it is taken in, for the connection's sake. */
const HEARD_BYTES = 16_384

let shared: Dispatcher | undefined

/** One for the whole process; its idle connections hold nothing up and close by themselves. */
export function sharedSender(): Dispatcher {
  shared ??= new Agent({ keepAliveTimeout: 1_000, connections: 64 })
  return shared
}

/** Sends it once, never further than the address it was given. Always resolves. */
export async function sendWebhook(
  letter: WebhookRequest,
  through: Dispatcher,
  stopped: AbortSignal,
): Promise<WebhookResult> {
  const { url, body, timeoutMs } = letter
  const patience = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)))
  const signal = AbortSignal.any([patience, stopped])
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { 'user-agent': USER_AGENT, ...letter.headers },
      body,
      signal,
      dispatcher: through,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    // The status has come, and that is all that counts; a body may trickle in or never end.
    answer.body.dump({ limit: HEARD_BYTES, signal }).catch(() => {})
    return { status: answer.statusCode }
  } catch (error) {
    return { failure: patience.aborted ? 'timeout' : stopped.aborted ? 'stopped' : failureOf(error) }
  }
}

/** By the words that a script for an endpoint has for it. */
function failureOf(error: unknown): string {
  const { code = '', name = '' } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unresolved'
  if (/TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls'
  return /TIMEDOUT|TIMEOUT/.test(code) || name === 'TimeoutError' ? 'timeout' : 'reset'
}
