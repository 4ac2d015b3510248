import type { GapValues } from '../contract/generated/gaps.ts'

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

/** An instant in ISO 8601 (Conventions). */
export function shownDateTime(atMs: number, precision: GapValues['general.date-time-precision']): string {
  const fine = new Date(atMs).toISOString()
  return precision === 'milliseconds' ? fine : fine.replace(/\.\d+Z$/, 'Z')
}
