/** A time as a number that grows with it: a text that can be read as a time, or a count. Not a number otherwise. */
export function readTime(at: unknown): number {
  if (typeof at !== 'string') return Number.NaN
  return /^\d{10,}$/.test(at) ? Number(at) : Date.parse(asCalendarDate(at))
}

/** The moment of a time that names its zone or counts from 1970, in seconds or milliseconds by its size. Not a number otherwise. */
export function readMoment(at: unknown): number {
  const ms = readTime(at)
  if (/^\d+$/.test(String(at))) return ms < YEAR_5000_SECONDS ? ms * 1000 : ms
  return /(Z|UTC|GMT|[+-]\d\d:?\d\d)$/.test(String(at)) ? ms : Number.NaN
}
const YEAR_5000_SECONDS = 100_000_000_000

/** The day by its week, or by its number in the year, as ISO 8601 has them too. */
const WEEK_OR_ORDINAL = /^(\d{4})(?:-?W(\d\d)-?([1-7])|-(\d{3}))(?=[T ])/

export function asCalendarDate(text: string): string {
  return text.replace(WEEK_OR_ORDINAL, (_, year: string, week?: string, weekday?: string, ordinal?: string) => {
    // The fourth of January is always in the first week.
    const fourth = new Date(Date.UTC(Number(year), 0, 4))
    const beforeFirstWeek = 4 - ((fourth.getUTCDay() + 6) % 7) - 7
    const day = ordinal === undefined ? beforeFirstWeek + 7 * Number(week) + Number(weekday) - 1 : Number(ordinal)
    return new Date(Date.UTC(Number(year), 0, day)).toISOString().slice(0, 10)
  })
}
