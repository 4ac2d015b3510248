import type { Reader } from '../../../../world/reader.ts'
import type { MessageRow } from '../../state/index.ts'

/** A place in the log: right after the message that was made at this instant with this number. */
export interface Place {
  readonly afterMs: number
  readonly afterSeq: number
}

export function readCursor(reader: Reader, org: string, cursor: string): Place | undefined {
  const known = reader.get('EmailCursor', org, cursor)
  if (known) return known
  const [, instant, number] = /^([0-9a-z]{1,10})-([0-9a-z]{1,10})$/.exec(cursor) ?? []
  if (instant === undefined || number === undefined) return undefined
  return { afterMs: Number.parseInt(instant, 36), afterSeq: Number.parseInt(number, 36) }
}

export const isBehind = ({ createdAtMs, seq }: MessageRow, { afterMs, afterSeq }: Place): boolean =>
  createdAtMs < afterMs || (createdAtMs === afterMs && seq < afterSeq)
