/** Starts a candidate on the loopback interface. */
export function startCandidate(options?: {
  /** 0, the default, takes a free one. */
  readonly port?: number
  readonly variant?: 'a' | 'b'
  /** Names of faults.mjs. */
  readonly faults?: readonly string[]
}): Promise<{ readonly url: string; close(): Promise<void> }>
