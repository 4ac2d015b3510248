/** A step that checks the received webhooks, without a request to the target. */
export const WEBHOOK_RECEIVED = 'webhookReceived'

export interface LookBody {
  readonly endpointId: string
  /** The end of the endpoint's address. */
  readonly mark: string
}

/** The state at a look. A message that was not there yet was made after it. */
export interface Look extends LookBody {
  readonly messages: ReadonlySet<string>
  /** Number of payloads when none was in flight; later ones were sent later. */
  readonly arrived: number | undefined
  /** A secret that was rotated. */
  readonly formerSecret: string | undefined
  readonly closed: 'disabled' | 'deleted' | undefined
}
