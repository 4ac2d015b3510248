/**
 * The end of a run. Everything that waits asks here: it ends at once when the run is stopped, and cleaning up has a few
 * seconds in all.
 */
export interface Stopping {
  readonly stopped: boolean
  /** Milliseconds that something may take which begins now and wants so many; 0 when there is no time left. */
  allowedMs(wantedMs: number): number
  /** Calls back when the run is stopped; returns how to be forgotten. */
  onStop(call: () => void): () => void
  /** Resolves after so long, or as soon as the run is stopped. */
  pause(ms: number): Promise<void>
}

/** For cleaning up, in all. */
const GRACE_MS = 4_000

export interface StopOptions {
  readonly signal?: AbortSignal
  /** Stops by itself after so long. */
  readonly afterMs?: number
  readonly graceMs?: number
}

/** What is said of something that was under way then. */
export const WAS_STOPPED = 'the run was stopped'
/** And of something that began afterwards and was not over soon. */
export const NO_TIME_LEFT = 'there is no time left'

/** The longest that a timer takes; one for longer would end at once. */
const LONGEST_MS = 2 ** 31 - 1

export function makeStopping({ signal, afterMs, graceMs = GRACE_MS }: StopOptions = {}): Stopping {
  const calls = new Set<() => void>()
  let stoppedMs: number | undefined
  const stop = () => {
    stoppedMs ??= performance.now()
    for (const call of [...calls]) call()
    calls.clear()
  }
  if (signal?.aborted) stop()
  else signal?.addEventListener('abort', stop, { once: true })
  if (afterMs !== undefined) setTimeout(stop, Math.min(afterMs, LONGEST_MS)).unref()
  const allowedMs = (wantedMs: number) =>
    stoppedMs === undefined
      ? Math.min(wantedMs, LONGEST_MS)
      : Math.max(0, Math.min(wantedMs, stoppedMs + graceMs - performance.now()))
  const onStop = (call: () => void) => {
    if (stoppedMs !== undefined) return () => {}
    calls.add(call)
    return () => void calls.delete(call)
  }
  return {
    get stopped() {
      return stoppedMs !== undefined
    },
    allowedMs,
    onStop,
    pause: (ms) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          forget()
          resolve()
        }
        const timer = setTimeout(end, allowedMs(ms))
        const forget = onStop(end)
      }),
  }
}

/** A run that nobody stops. */
export const UNSTOPPED: Stopping = makeStopping()

/** A promise that is not waited for longer than allowed; after that it fails, whatever becomes of it. */
export function within<T>(work: Promise<T>, ms: number, stopping: Stopping): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = (message: string) => () => {
      clearTimeout(timer)
      forget()
      reject(new Error(message))
    }
    const timer = setTimeout(give(`nothing came within ${ms / 1000} seconds`), stopping.allowedMs(ms))
    const forget = stopping.onStop(give(WAS_STOPPED))
    const settled = () => {
      clearTimeout(timer)
      forget()
    }
    work.finally(settled).then(resolve, reject)
  })
}
