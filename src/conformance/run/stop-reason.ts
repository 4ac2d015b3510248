import type { Stopped } from '../report/run-event.ts'
import type { RunOptions } from './run-options.ts'

/** The progress of a run. */
export interface Progress {
  readonly requests: number
  readonly failures: number
  readonly startedMs: number
  /** True if everything that waits was told to end. */
  readonly stopping: boolean
}

type Limits = Pick<RunOptions, 'signal' | 'bail' | 'maxRequests' | 'timeLimitMs'>

/** The reason to end a run now; undefined to continue. */
export function stopReason(
  { signal, bail, maxRequests, timeLimitMs }: Limits,
  { requests, failures, startedMs, stopping }: Progress,
): Stopped | undefined {
  if (signal?.aborted) return { because: 'interrupted', detail: 'the run was interrupted' }
  if (bail && failures > 0) return { because: 'bail', detail: 'a failure was found' }
  if (maxRequests !== undefined && requests >= maxRequests)
    return { because: 'requests', detail: `${maxRequests} requests were sent` }
  if (timeLimitMs !== undefined && (stopping || Date.now() - startedMs >= timeLimitMs))
    return { because: 'time', detail: `${timeLimitMs / 1000} seconds have passed` }
  return undefined
}
