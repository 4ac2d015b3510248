/** What a fault does to one request. */
export interface InjectedFault {
  readonly fault: string
  /** Answer with this instead. */
  readonly status: number | undefined
  readonly error: string | undefined
  readonly delayMs: number
  readonly drop: boolean
  readonly truncateAfterBytes: number | undefined
  /** Whether the request does its work although its answer is spoiled. */
  readonly takesEffect: boolean
}

/** Whether an answer that is only late, as opposed to spoiled, is all there is to it. */
export const delaysOnly = ({ status, drop, truncateAfterBytes }: InjectedFault): boolean =>
  status === undefined && !drop && truncateAfterBytes === undefined
