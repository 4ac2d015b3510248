import type { Operation } from '../../contract/operations.ts'
import { bearer } from '../script/by-token.ts'
import type { Goal, Walk } from '../script/goal.ts'
import { call, isRead, type Looks } from './looks.ts'

/** Number of operations that one token is used for. */
const TRIED = 4

/**
 * A token that was not narrowed reaches as far as its owner (Authentication, point 2), and what it does is what its owner
 * would have done: every change by such a token, then a look at it.
 */
export function byOwnToken(
  operations: readonly Operation[],
  all: ReadonlyMap<string, Operation>,
  looks: Looks,
): Walk[] {
  const mint = all.get('createToken')
  if (!mint) return []
  const changes = operations.filter((operation) => !isRead(operation))
  return Array.from({ length: Math.ceil(changes.length / TRIED) }, (_, turn): Walk => {
    const tried = changes.slice(turn * TRIED, (turn + 1) * TRIED)
    return [
      // What takes time comes before the token, which may not last.
      ...tried.map((operation): Goal => ({ kind: 'ready', operation })),
      { ...call(mint), body: (_drawing, { name }) => ({ name }) },
      // Who may do what by a token is open in part.
      ...tried.flatMap((operation): Goal[] => [{ ...call(operation), bearer, intent: 'exotic' }, ...looks(operation)]),
    ]
  })
}
