/** The subject of a timer. */
export interface About {
  readonly timer: string
  readonly entity: string
  readonly id: string
}

interface Due extends About {
  readonly at: number
  readonly run: (at: number) => void
}

/** Things due at a moment of the candidate's clock. Nothing runs by itself: `fire` runs what has become due. */
export function makeTimers() {
  const waiting: Due[] = []

  function add(at: number, about: About, run: (at: number) => void): void {
    const place = waiting.findIndex((due) => due.at > at)
    waiting.splice(place < 0 ? waiting.length : place, 0, { ...about, at, run })
  }

  function fire(now: number): Due[] {
    const fired: Due[] = []
    for (let due = waiting[0]; due !== undefined && due.at <= now; due = waiting[0]) {
      waiting.shift()
      due.run(due.at)
      fired.push(due)
    }
    return fired
  }

  return { add, fire, waiting: (): readonly Due[] => waiting }
}

export type Timers = ReturnType<typeof makeTimers>
