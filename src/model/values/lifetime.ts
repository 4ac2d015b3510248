/** The units that a lifetime may be counted in; the contract names none (Limits). */
export const UNITS_MS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

/** The last instant whose year has four digits; ISO 8601 writes no later one without an agreement. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59)

/** The expiry of what lives for a number of units from an instant on. */
export const endOfLifetime = (fromMs: number, count: number, unit: keyof typeof UNITS_MS): number =>
  Math.min(fromMs + count * UNITS_MS[unit], LAST_MS)
