/** Clocks that differ by less go the same: headers tell seconds, answers take their time, some clocks stand still. */
const TOLERANCE_MS = 60_000

/** The time at the target, by the times it has shown itself. It may have nothing to do with ours. */
export interface TargetClock {
  now(): number
  /** True if the target, or something it made, has shown the time. A Date header may be a proxy's. */
  readonly isShown: boolean
  /** The time by which the run has moved it ahead. */
  readonly aheadMs: number
  /** Reads a time from the target. */
  says(nowMs: number): void
  /** The time in something that was made this very moment. */
  shows(madeAtMs: number): void
  moveAhead(byMs: number): void
  /** It was put back to where it would be without having been moved. */
  isBack(): void
}

export function makeTargetClock(ours: () => number = Date.now): TargetClock {
  let [offsetMs, aheadMs, isShown] = [0, 0, false]
  let rivalMs: number | undefined
  const now = () => ours() + offsetMs + aheadMs
  return {
    now,
    get isShown() {
      return isShown
    },
    get aheadMs() {
      return aheadMs
    },
    says(nowMs) {
      if (Math.abs(nowMs - now()) > TOLERANCE_MS) offsetMs += nowMs - now()
      isShown = true
    },
    shows(madeAtMs) {
      const differsBy = madeAtMs - now()
      // One unexpected time may be a mistake in the response; two that agree are the clock.
      const agrees = rivalMs !== undefined && Math.abs(differsBy - rivalMs) <= TOLERANCE_MS
      const isAsBelieved = Math.abs(differsBy) <= TOLERANCE_MS
      if (agrees && !isAsBelieved) offsetMs += differsBy
      isShown ||= agrees || isAsBelieved
      rivalMs = agrees || isAsBelieved ? undefined : differsBy
    },
    moveAhead(byMs) {
      aheadMs += byMs
    },
    isBack() {
      aheadMs = 0
    },
  }
}
