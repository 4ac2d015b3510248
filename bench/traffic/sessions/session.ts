/** What `understudy watch` saw of one session, and what it reported. */
export interface Seen {
  readonly exchanges: number
  /** A line for each finding. On targets without faults there is to be none. */
  readonly findings: readonly string[]
}

/** Traffic that was not made for the judge, on a target without faults. */
export interface Session {
  readonly name: string
  run(): Promise<Seen>
}

/** Several parts of one session as one. */
export const together = (parts: readonly Seen[]): Seen => ({
  exchanges: parts.reduce((sum, { exchanges }) => sum + exchanges, 0),
  findings: parts.flatMap(({ findings }) => findings),
})
