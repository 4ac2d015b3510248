/**
 * Things due at a moment of the candidate's own clock, as a binary heap.
 * Nothing runs by itself: `fire` runs whatever has become due.
 * @typedef {{timer: string, entity: string, id: string}} About which timer, and what it is about
 */
export function makeTimers() {
  /** @type {{at: number, order: number, about: About, run: (at: number) => void}[]} */
  const heap = []
  let order = 0
  const before = (x, y) => x.at < y.at || (x.at === y.at && x.order < y.order)

  function swap(i, j) {
    ;[heap[i], heap[j]] = [heap[j], heap[i]]
  }

  /** @param {number} at @param {About} about @param {(at: number) => void} run */
  function add(at, about, run) {
    heap.push({ at, order: order++, about, run })
    let child = heap.length - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!before(heap[child], heap[parent])) break
      swap(child, parent)
      child = parent
    }
  }

  function take() {
    const first = heap[0]
    const last = heap.pop()
    if (heap.length > 0) {
      heap[0] = last
      let parent = 0
      for (;;) {
        let least = parent
        for (const child of [2 * parent + 1, 2 * parent + 2]) {
          if (child < heap.length && before(heap[child], heap[least])) least = child
        }
        if (least === parent) break
        swap(parent, least)
        parent = least
      }
    }
    return first
  }

  /** Runs everything due at or before `now`, in order, including what that adds; says what ran. */
  function fire(now) {
    const fired = []
    while (heap.length > 0 && heap[0].at <= now) {
      const due = take()
      due.run(due.at)
      fired.push({ at: due.at, ...due.about })
    }
    return fired
  }

  /** The pending timers, soonest first. */
  function waiting() {
    return [...heap].sort((x, y) => (before(x, y) ? -1 : 1)).map(({ at, about }) => ({ at, ...about }))
  }

  return { add, fire, waiting }
}
