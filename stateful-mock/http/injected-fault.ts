/** The effect of a fault on one request. */
export interface InjectedFault {
  readonly fault: string
  /** Sent instead of the real response. */
  readonly response: InjectedResponse | undefined
  readonly delayMs: number
  readonly drop: boolean
  readonly truncateAfterBytes: number | undefined
  /** True if the request takes effect although its answer is spoiled. */
  readonly takesEffect: boolean
}

export interface InjectedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for the error body that the contract states. */
  readonly content: { readonly type: string; readonly text: string } | undefined
  /** Text of that error body, if it is not to be the usual one. */
  readonly error: string | undefined
}

/** True if the answer is only late, not spoiled. */
export const delaysOnly = ({ response, drop, truncateAfterBytes }: InjectedFault): boolean =>
  response === undefined && !drop && truncateAfterBytes === undefined
