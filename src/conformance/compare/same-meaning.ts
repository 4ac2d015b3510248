/**
 * True if a target may show one value as the other, in a form of its own that means the same: a time without its seconds, an
 * address in small letters, the same instant in another zone, another number for the same day of the week, the nearest number
 * within bounds. A text that was lost, cut off or replaced is no such form, and where a text is compared letter by letter (a
 * path, a pattern, what a body has to contain) capitals matter.
 */
export function sameMeaning(sent: unknown, shown: unknown): boolean {
  if (typeof sent === 'number' && typeof shown === 'number')
    return (isDay(sent) && isDay(shown) && sent % 7 === shown % 7) || isNearest(sent, shown)
  if (typeof sent !== 'string' || typeof shown !== 'string') return false
  return FORMS.some((form) => {
    const [one, other] = [form(tidied(sent)), form(tidied(shown))]
    return one !== undefined && one === other
  })
}

/** Of the days of a week, counted from nothing or from one. */
const isDay = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 7

/** True for a number below zero or a huge one that was brought within bounds, and for one that was rounded. */
const isNearest = (sent: number, shown: number): boolean =>
  (sent < 0 && (shown === 0 || shown === 1)) ||
  (sent >= HUGE && shown > 0 && shown < sent) ||
  (!Number.isInteger(sent) && Math.abs(sent - shown) < 1)
const HUGE = 1_000_000

/** White space and the way in which letters are composed make no difference. */
const tidied = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim()

/** Readings of a text that make equal what means the same; undefined if it cannot be read so. */
const FORMS: readonly ((text: string) => string | undefined)[] = [
  (text) => text,
  timeOfDay,
  instant,
  localTime,
  (text) => (URL.canParse(text) ? new URL(text).href.replace(/\/$/, '') : undefined),
  (text) => (/^[^\s@/:]+(@[^\s@/:]+)?\.[a-z]+\.?$/i.test(text) ? text.toLowerCase().replace(/\.$/, '') : undefined),
  timeZone,
  (text) => (/^\+?[\d\s().-]{5,}$/.test(text) ? text.replace(/[^\d+]/g, '') : undefined),
  (text) => (/^v?\d+(\.\d+)+$/i.test(text) ? text.replace(/^v/i, '') : undefined),
  (text) => (/^[\w+/-]+=*$/.test(text) ? text.replace(/=+$/, '') : undefined),
]

/** 9:30, 09:30 and 09:30:00. */
function timeOfDay(text: string): string | undefined {
  const [, hours, minutes, seconds = '00'] = /^T?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.0+)?)?Z?$/i.exec(text) ?? []
  return hours && [hours.padStart(2, '0'), minutes, seconds].join(':')
}

const DATE = /^\d{4}-\d\d-\d\d/

function instant(text: string): string | undefined {
  return DATE.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined
}

/** The hands of the clock, for where the zone of a time without an offset is open. */
function localTime(text: string): string | undefined {
  const [, date, time = '00:00', seconds = '00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.0+)?)?)?(?:Z|[+-]00:?00)?$/i.exec(text) ?? []
  return date && `${date} ${time}:${seconds}`
}

/** Zones have several names. */
function timeZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
