import { Agent, type Dispatcher, request } from 'undici'
import { failureOf, type SendWebhook, USER_AGENT } from '../platform/send-webhook.ts'

/** The part of the response body that is read, to keep the connection; only the status counts. */
const MOST_BYTES = 16_384

let shared: Dispatcher | undefined

/** One for the whole process. Its idle connections close by themselves and keep no process alive. */
function sharedAgent(): Dispatcher {
  shared ??= new Agent({ keepAliveTimeout: 1_000, connections: 64 })
  return shared
}

/** Never follows a redirect. */
export const sendWebhook: SendWebhook = async (webhook, stopped) => {
  const { url, body, timeoutMs } = webhook
  const deadline = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)))
  const signal = AbortSignal.any([deadline, stopped])
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { 'user-agent': USER_AGENT, ...webhook.headers },
      body,
      signal,
      dispatcher: sharedAgent(),
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    // The status has come, and that is all that counts; a body may trickle in or never end.
    answer.body.dump({ limit: MOST_BYTES, signal }).catch(() => {})
    return { status: answer.statusCode }
  } catch (error) {
    return { failure: deadline.aborted ? 'timeout' : stopped.aborted ? 'stopped' : failureOf(error) }
  }
}
