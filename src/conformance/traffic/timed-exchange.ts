import type { RecordedExchange } from '../../scenario/recording/recorded-exchange.ts'

/** An exchange that somebody else made, with when it was under way: the target acted on it at some moment between. */
export interface TimedExchange extends RecordedExchange {
  readonly startedMs: number
  readonly endedMs: number
  /** False where a body was too long to keep, or packed in an unknown way: it cannot be judged. */
  readonly isWhole?: boolean
}
