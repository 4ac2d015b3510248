/** A time as a number that grows with it: a text that can be read as a time, or a count. Not a number otherwise. */
export function readTime(at: unknown): number {
  if (typeof at !== 'string') return Number.NaN
  return /^\d{10,}$/.test(at) ? Number(at) : Date.parse(at)
}

/** The moment of a time that names its zone or counts from 1970, in seconds or milliseconds by its size. Not a number otherwise. */
export function readMoment(at: unknown): number {
  const ms = readTime(at)
  if (/^\d+$/.test(String(at))) return ms < YEAR_5000_SECONDS ? ms * 1000 : ms
  return /(Z|UTC|GMT|[+-]\d\d:?\d\d)$/.test(String(at)) ? ms : Number.NaN
}
const YEAR_5000_SECONDS = 100_000_000_000
