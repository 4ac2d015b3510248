/** A look at the webhooks received: a step like any other, taken by the judge and caused by nobody. */
export const WEBHOOK_RECEIVED = 'webhookReceived'

export interface LookBody {
  readonly endpointId: string
  /** The end of the endpoint's address. */
  readonly mark: string
}

/** The state at a look. A message that was not there yet was made after it. */
export interface Look extends LookBody {
  readonly messages: ReadonlySet<string>
  /** The number of payloads when nothing was on its way any more: later ones were sent later. */
  readonly arrived: number | undefined
  /** Signs no more. */
  readonly formerSecret: string | undefined
  readonly closed: 'disabled' | 'deleted' | undefined
}
