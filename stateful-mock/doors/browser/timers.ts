/** A timer that may be told not to hold anything up: in a browser none does. */
class Timer {
  readonly id: ReturnType<typeof globalThis.setTimeout>

  constructor(run: () => void, ms: number) {
    this.id = globalThis.setTimeout(run, ms)
  }

  unref(): this {
    return this
  }
}

export const setTimeout = (run: () => void, ms: number): Timer => new Timer(run, ms)

export const clearTimeout = (timer: Timer | undefined): void => globalThis.clearTimeout(timer?.id)
