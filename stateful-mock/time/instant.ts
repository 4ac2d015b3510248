/** Instants the mock can live at: what fits a four-digit year and is not before the epoch. */
const EARLIEST = 0
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59)

export const isLivable = (ms: number): boolean => ms >= EARLIEST && ms <= LATEST

/** The milliseconds of an ISO 8601 instant; undefined when it is none, or far away. */
export function parseInstant(text: string): number | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN
  return isLivable(ms) ? ms : undefined
}

export const instant = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')
