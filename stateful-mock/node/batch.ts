/** Works something out, and answers what is to be done with it. */
type Work = () => (() => void) | undefined

let waiting: Work[] = []

/**
 * What was asked for at the same time is worked out together, once all of it has been read, and then sent together:
 * to wake up whoever waits costs as much as an answer, and whoever does one thing many times over is faster at it.
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
