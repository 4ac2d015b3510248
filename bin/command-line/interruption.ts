/** Ctrl-C, an orderly end, and a terminal that was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs with a signal that Ctrl-C gives: the work ends in good order. A second Ctrl-C ends it at once. */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
  saying = 'Stopping: cleaning up what was made.',
): Promise<T> {
  const control = new AbortController()
  const onSignal = () => {
    if (control.signal.aborted) process.exit(130)
    process.stderr.write(`\n${saying} Press Ctrl-C again to stop at once.\n`)
    control.abort()
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  try {
    return await work(control.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}
