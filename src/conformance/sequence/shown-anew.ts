import { alike } from '../finding/finding.ts'
import type { Session } from '../session/session.ts'
import type { Sequence } from './sequence.ts'
import { type Repeat, type Shrunk, shrink } from './shrink.ts'

/**
 * A failure as a world made anew shows it. What earlier sequences left may have had a part in it: then it is reduced once
 * more from the whole sequence, in a new world each time; and where not even that shows it, it says so.
 */
export async function shownAnew(
  session: Pick<Session, 'contract' | 'stopping'>,
  original: Sequence,
  shrunk: Shrunk,
  repeat: Repeat,
): Promise<Shrunk> {
  const sequence = await repeat(shrunk.sequence.steps)
  const { finding } = sequence
  if (finding && alike(finding, shrunk.finding)) return { ...shrunk, sequence, finding }
  const again = await shrink(session, original, shrunk.finding, repeat)
  if (again.how !== 'flaky') return again
  return session.stopping() ? shrunk : { ...shrunk, how: 'leftovers' }
}
