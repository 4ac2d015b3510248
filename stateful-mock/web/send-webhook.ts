import { failureOf, type SendWebhook, USER_AGENT } from '../platform/send-webhook.ts'

/** Sends by the page's own fetch, so that the receiver may be another handler of the page. Never follows a redirect. */
export const sendWebhook: SendWebhook = async (webhook, stopped) => {
  const deadline = AbortSignal.timeout(Math.max(1, Math.ceil(webhook.timeoutMs)))
  try {
    const answer = await fetch(webhook.url, {
      method: 'POST',
      headers: { 'user-agent': USER_AGENT, ...webhook.headers },
      body: webhook.body,
      redirect: 'manual',
      signal: AbortSignal.any([deadline, stopped]),
    })
    answer.body?.cancel().catch(() => {})
    // A browser does not say which redirect it was.
    return { status: answer.type === 'opaqueredirect' ? 302 : answer.status }
  } catch (error) {
    return { failure: deadline.aborted ? 'timeout' : stopped.aborted ? 'stopped' : failureOf(error) }
  }
}
