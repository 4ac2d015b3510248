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
let last = { atMs: Number.NaN, fine: '' }

/** An instant in ISO 8601 (Conventions). */
export function shownDateTime(atMs: number, precision: GapValues['general.date-time-precision']): string {
  if (last.atMs !== atMs) last = { atMs, fine: new Date(atMs).toISOString() }
  const { fine } = last
  return precision === 'milliseconds' ? fine : `${fine.slice(0, -'.000Z'.length)}Z`
}

/** The instant that a time shows, in any of these forms; not a number where it shows none. */
export function shownMs(text: string): number {
  if (!/^\d+$/.test(text)) return Date.parse(text)
  return text.length > 11 ? Number(text) : Number(text) * 1000
}
