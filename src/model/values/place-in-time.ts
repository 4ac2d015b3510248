import { shownMs } from './shown-time.ts'

/** Digits enough for any instant there is. */
const DIGITS = 15

/** Where something stands among others by when it happened, as a text that sorts so; from the time shown if nothing else is known. */
export function placeInTime(atMs: number | undefined, shown: string): string {
  const known = atMs ?? shownMs(shown)
  return String(Number.isFinite(known) ? Math.max(0, known) : 0).padStart(DIGITS, '0')
}
