import { shownMs } from '../values/shown-time.ts'
import type { Reader } from '../world/reader.ts'
import { ImpossibleEvent } from './event-answer.ts'

/** Something that an event happens to, and when it was made as it shows that. */
interface Made {
  readonly what: string
  readonly createdAt: string
}

/** The instant of an event: by default now; never later, and never before the thing was made. */
export function instantSaid(reader: Reader, said: string | undefined, made?: Made): number {
  if (said === undefined) return reader.nowMs
  const atMs = Date.parse(said)
  if (atMs > reader.nowMs) throw impossible(said, `lies in the future; it is ${new Date(reader.nowMs).toISOString()}`)
  if (made && isBefore(atMs, made.createdAt)) throw impossible(said, `was before ${made.what} was made`)
  return atMs
}

/** True if an instant lies before a time that is shown. Nothing does where nobody knows yet what time that is. */
export const isBefore = (atMs: number, shown: string): boolean => atMs < shownMs(shown)

const impossible = (said: string, why: string): ImpossibleEvent => new ImpossibleEvent('not-possible', `${said} ${why}`)
