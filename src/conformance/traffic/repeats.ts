import type { PseudonymizedExchange } from './pseudonymizer.ts'

/** Number of responses that are remembered. */
const MAX_KEPT = 2_000

/**
 * Responses to requests with an Idempotency-Key. Whether a second request with the same key gets the first response again is
 * open; if it does, the second had no effect.
 */
export class Repeats {
  readonly #responses = new Map<string, string>()

  /** Whether this is the response to an earlier request once more. Otherwise it is remembered. */
  isRepeat({ method, path, headers, credentials, status, answer }: PseudonymizedExchange): boolean {
    const key = headers['idempotency-key']
    if (key === undefined) return false
    const request = JSON.stringify([method, path, credentials, key])
    const response = `${status} ${answer}`
    if (this.#responses.get(request) === response) return true
    this.#responses.set(request, response)
    for (const [oldest] of this.#responses) if (this.#responses.size > MAX_KEPT) this.#responses.delete(oldest)
    return false
  }
}
