/** A request of which the second half of the body waits. */
export interface Held {
  /** To be called when the first half is on its way. */
  readonly begun: () => void
  /** Resolves when the rest may follow. */
  readonly rest: Promise<void>
}

/** The longest that a body is held: what is done meanwhile may wait for it, or somebody may lose patience. */
const MOST_MS = 3_000
/** Long enough for the beginning of a request to be looked at, and for an answer to that to come back. */
const LOOK_MS = 25

interface Around<T> {
  /** What was done meanwhile, and the answer to the held request. */
  readonly done: readonly [T, T]
  /**
   * held: the rest followed when the other was done. answered: the answer came before the rest was sent, so it says
   * nothing. late: the other took too long, or waited for the rest, or nothing was held: either may have been first.
   */
  readonly how: 'held' | 'answered' | 'late'
}

/** Does something while half of a request is on its way. */
export async function heldDuring<T>(
  doMeanwhile: () => Promise<T>,
  sendHeld: (held: Held) => Promise<T>,
  mostMs = MOST_MS,
): Promise<Around<T>> {
  const [begun, begin] = signal()
  const [rest, letGo] = signal()
  let [isOver, isInHalves] = [false, false]
  const halved = () => {
    isInHalves = true
    begin()
  }
  const sending = sendHeld({ begun: halved, rest }).finally(() => {
    isOver = true
  })
  try {
    const isBegun = await isInTime(Promise.race([begun, sending]), mostMs)
    await aMoment()
    const doing = doMeanwhile()
    const isDone = await isInTime(doing, mostMs)
    await aMoment()
    // A client that sends everything at once has sent all of it before.
    const how = isOver ? (isInHalves ? 'answered' : 'late') : isBegun && isDone ? 'held' : 'late'
    letGo()
    return { done: [await doing, await sending], how }
  } finally {
    letGo()
  }
}

const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOK_MS))

async function isInTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  const [late, giveUp] = signal()
  const timer = setTimeout(giveUp, ms)
  const done = work.then(
    () => true,
    () => false,
  )
  const isDone = await Promise.race([done, late.then(() => false)])
  clearTimeout(timer)
  return isDone
}

function signal(): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  return [promise, resolve]
}

/** A body in two parts, the second when it may follow. */
export async function* inHalves(body: string, { begun, rest }: Held): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(body)
  const middle = bytes.length >> 1
  yield bytes.subarray(0, middle)
  // Asked for more: what there was is on its way.
  begun()
  await rest
  yield bytes.subarray(middle)
}
