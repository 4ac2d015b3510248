import { alike } from '../finding/finding.ts'
import type { Session } from '../session/session.ts'
import type { Sequence } from './sequence.ts'
import { type Repeat, type Shrunk, shrink } from './shrink.ts'

/**
 * Reproduces a failure on fresh data. Leftovers of earlier sequences may have contributed to it: then it is reduced again from
 * the whole sequence, on fresh data each time; if that does not show it either, the failure is marked.
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
