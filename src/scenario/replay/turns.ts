/** So long somebody works without letting anybody else act. */
const SLICE_MS = 15

/** A function that lets others act, by way of `pause`, once somebody has been at work for a while. */
export function makeTurns(pause: () => Promise<void>): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < SLICE_MS) return
    await pause()
    sinceMs = performance.now()
  }
}
