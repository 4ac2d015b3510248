/** What a target was seen to do with webhooks is a step like any other, caused by nobody: the judge looks. */
export const WEBHOOK_RECEIVED = 'webhookReceived'

export interface LookBody {
  readonly endpointId: string
  /** What the address of the endpoint ends in. */
  readonly mark: string
}

/** What was so at a look. What is told later of a message that was not there yet was made after it. */
export interface Look extends LookBody {
  readonly messages: ReadonlySet<string>
  /** How many payloads had arrived, where nothing was on its way any more: what comes later was sent later. */
  readonly arrived: number | undefined
  /** Signs no more. */
  readonly formerSecret: string | undefined
  readonly closed: 'disabled' | 'deleted' | undefined
}
