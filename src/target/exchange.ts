/** A request to a target and its answer. */
export interface Sent {
  readonly method: string
  /** From the base URL on, encoded, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The parsed body, when it is JSON. */
  readonly json: unknown
  /** The target's clock, from its Date header. */
  readonly dateMs: number | undefined
  /** It was asked for more slowly first (429), so what held when it was sent may have been over when it was taken. */
  readonly slowedDown?: true
}

export type Exchange =
  | { readonly answered: true; readonly sent: Sent; readonly received: Received }
  /** It is unknown whether the request took effect. */
  | {
      readonly answered: false
      readonly sent: Sent
      readonly problem: string
      /** It was reached, and ended the connection without a response that can be read. */
      readonly hungUp?: boolean
    }
