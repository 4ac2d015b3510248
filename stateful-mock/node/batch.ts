/** Works something out, and answers what is to be done with it. */
type Work = () => (() => void) | undefined

let waiting: Work[] = []

/**
 * Answers simultaneous requests in one batch, once all of them have been read: waking up a waiting client costs as much
 * as an answer, and doing one kind of work many times in a row is faster.
 */
export function runBatched(work: Work): void {
  if (waiting.length === 0) setImmediate(doAll)
  waiting.push(work)
}

function doAll(): void {
  const all = waiting
  waiting = []
  const sendings = all.map((work) => work())
  for (const send of sendings) send?.()
}
