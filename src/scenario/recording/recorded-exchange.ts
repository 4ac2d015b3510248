import { parseBounded } from '../../target/parse-bounded.ts'
import type { Passed } from '../../target/writing/exchange-secrets.ts'

/** A request that went to a target, and its answer, as a proxy sees them. */
export interface RecordedExchange {
  readonly method: string
  /** With the query, as in the request line. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number
  readonly answerHeaders: Readonly<Record<string, string>>
  readonly answer: string
  /** The target's time, where it is known better than from the answer's Date header. */
  readonly atMs?: number
  /** From the first byte sent to the last one received, where somebody measured it. */
  readonly tookMs?: number
  /** False if a body is missing: it was too long to keep, or is in an encoding that nobody here can read. */
  readonly isWhole?: boolean
}

/** The target's time at an exchange, if anything tells. */
export function timeOf({ atMs, answerHeaders }: RecordedExchange): number | undefined {
  const said = Date.parse(answerHeaders.date ?? '')
  return atMs ?? (Number.isNaN(said) ? undefined : said)
}

/** The same as far as secrets can be in it. */
export const passedIn = ({ answer, status, ...sent }: RecordedExchange): Passed => ({
  ...sent,
  answer: { status, body: jsonOf(answer) },
})

/** Undefined for what is no JSON, too deep or too much. */
export const jsonOf = (text: string): unknown => parseBounded(text)
