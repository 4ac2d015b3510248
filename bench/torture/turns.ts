/** The processor time of each turn of the event loop of this thread, collector included; what else the machine does is left out. */
export class Turns {
  #longestMs = 0
  #start = process.threadCpuUsage()
  #next: NodeJS.Immediate | undefined

  /** From here on every turn is measured, until it is stopped. */
  start(): void {
    this.#start = process.threadCpuUsage()
    this.#next = setImmediate(() => this.#turned())
  }

  stop(): void {
    clearImmediate(this.#next)
  }

  get longestMs(): number {
    return this.#longestMs
  }

  #turned(): void {
    this.#longestMs = Math.max(this.#longestMs, spentMs(this.#start))
    this.start()
  }
}

/** The processor time of this thread since then. */
export function spentMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
