/**
 * Requests of several sequences pass side by side; what moves the clock waits until none is on its way, and has the target
 * to itself: nobody could say whether a request that was under way came before.
 */
export interface Turns {
  readonly beside: <T>(work: () => Promise<T>) => Promise<T>
  /** The same for a request that waits for another: it is let through even if somebody waits to be alone. */
  readonly holding: <T>(work: () => Promise<T>) => Promise<T>
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
}

export function makeTurns(): Turns {
  let [under, held] = [0, 0]
  let isTaken = false
  const toBeAlone: (() => void)[] = []
  let toGoOn: (() => void)[] = []
  const isClosed = () => isTaken || (toBeAlone.length > 0 && held === 0)

  function letGo(): void {
    const [next] = toBeAlone
    if (under > 0 || isTaken) return
    if (next) {
      toBeAlone.shift()
      isTaken = true
      next()
      return
    }
    goOn()
  }

  function goOn(): void {
    const waiting = toGoOn
    toGoOn = []
    for (const one of waiting) one()
  }

  async function pass<T>(work: () => Promise<T>): Promise<T> {
    while (isClosed()) await new Promise<void>((resolve) => toGoOn.push(resolve))
    under++
    try {
      return await work()
    } finally {
      under--
      letGo()
    }
  }

  return {
    beside: pass,
    holding: (work) =>
      pass(async () => {
        held++
        // What it waits for may be waiting itself.
        goOn()
        try {
          return await work()
        } finally {
          held--
        }
      }),
    async alone(work) {
      if (under > 0 || isTaken) await new Promise<void>((resolve) => toBeAlone.push(resolve))
      else isTaken = true
      try {
        return await work()
      } finally {
        isTaken = false
        letGo()
      }
    },
  }
}
