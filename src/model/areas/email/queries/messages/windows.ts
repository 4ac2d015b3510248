import type { Reader } from '../../../../world/reader.ts'
import type { MessageRow } from '../../state/index.ts'

export const DAY_MS = 86_400_000
/** The age limits of the log and of raw messages (Limits). */
export const LOG_DAYS = 90
export const CONTENT_DAYS = 30

/** True if a message is older than a window; the exact boundary is open. */
export function isPast(reader: Reader, { createdAtMs }: MessageRow, days: number): boolean {
  const age = reader.nowMs - createdAtMs
  if (age !== days * DAY_MS) return age > days * DAY_MS
  return reader.gap('email.window-boundary') === 'gone'
}
