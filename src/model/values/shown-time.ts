import type { GapValues } from '../../contract/generated/gaps.ts'

/** An instant in one of the forms that times without a stated one may have. */
export function shownTime(atMs: number, form: GapValues['general.time-strings']): string {
  switch (form) {
    case 'iso-seconds':
      return shownDateTime(atMs, 'seconds')
    case 'iso-milliseconds':
      return shownDateTime(atMs, 'milliseconds')
    case 'unix-seconds':
      return String(Math.floor(atMs / 1000))
    case 'unix-milliseconds':
      return String(atMs)
  }
}

/** Many things happen at one instant, and to write it down costs more than most of what is done with it. */
let lastFine = { atMs: Number.NaN, text: '' }
let lastWhole = { second: Number.NaN, text: '' }

/** An instant in ISO 8601 (Conventions). */
export function shownDateTime(atMs: number, precision: GapValues['general.date-time-precision']): string {
  return precision === 'milliseconds' ? inMilliseconds(atMs) : inSeconds(Math.floor(atMs / 1000))
}

function inMilliseconds(atMs: number): string {
  if (lastFine.atMs !== atMs) lastFine = { atMs, text: new Date(atMs).toISOString() }
  return lastFine.text
}

function inSeconds(second: number): string {
  if (lastWhole.second !== second)
    lastWhole = { second, text: new Date(second * 1000).toISOString().replace('.000Z', 'Z') }
  return lastWhole.text
}

/** The instant that a time shows, in any of these forms; not a number where it shows none. */
export function shownMs(text: string): number {
  if (!/^\d+$/.test(text)) return Date.parse(text)
  return text.length > 11 ? Number(text) : Number(text) * 1000
}
