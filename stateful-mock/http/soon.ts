let waiting: (() => void)[] = []

/**
 * What was asked for at the same time is answered together, once all of it has been read: to wake up whoever waits
 * costs as much as an answer, and so happens once for many.
 */
export function soon(send: () => void): void {
  if (waiting.length === 0) setImmediate(sendAll)
  waiting.push(send)
}

function sendAll(): void {
  const all = waiting
  waiting = []
  for (const send of all) send()
}
