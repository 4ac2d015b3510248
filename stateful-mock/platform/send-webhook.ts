/** The result of a webhook: a status, or the reason why there was none. */
export type WebhookResult = { readonly status: number } | { readonly failure: string }

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
}

/** Sends a webhook once, until it is stopped. Always resolves. */
export type SendWebhook = (request: WebhookRequest, stopped: AbortSignal) => Promise<WebhookResult>

/** The sender, as receivers see it. */
export const USER_AGENT = 'Understudy'

/** Why nothing came back, in the words that a script for an endpoint has for it. Fetch hides the code in the cause. */
export function failureOf(error: unknown): string {
  const { code: own, name = '', cause } = error as { code?: unknown; name?: string; cause?: { code?: unknown } }
  const code = String(own ?? cause?.code ?? '')
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unresolved'
  if (/TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls'
  return /TIMEDOUT|TIMEOUT/.test(code) || name === 'TimeoutError' ? 'timeout' : 'reset'
}
