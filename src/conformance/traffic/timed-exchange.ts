import type { RecordedExchange } from '../../scenario/recording/recorded-exchange.ts'

/** An exchange in watched traffic, with its start and end: the target handled it at some time in between. */
export interface TimedExchange extends RecordedExchange {
  readonly startedMs: number
  readonly endedMs: number
}
