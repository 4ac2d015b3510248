import type { Received } from '../../target/exchange.ts'
import type { Session } from '../session/session.ts'

/** A clock that is further off than this has to be confirmed by what the target says of its own doings. */
const OFF_MS = 600_000
const CLOSE_MS = 60_000
const JUST_DONE = /"(?:created|opened|updated)At":\s*"([^"]{10,40})"/g

/**
 * The time of an answer's Date header, unless nothing but that header says so: a proxy may put its own wrong clock
 * there, and a target is not failed for it.
 */
export function believableDate(session: Session, { dateMs, text }: Received): number | undefined {
  if (dateMs === undefined) return undefined
  const off = Math.abs(dateMs - (Date.now() + session.aheadMs))
  if (off <= OFF_MS || session.clockConfirmed) return dateMs
  const times = [...text.matchAll(JUST_DONE)].map(([, time = '']) => Date.parse(time))
  session.clockConfirmed = times.some((time) => Math.abs(time - dateMs) <= CLOSE_MS)
  return session.clockConfirmed ? dateMs : undefined
}
