import type { Operation } from '../../contract/operations.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import { bearer, forMightiest } from '../script/by-token.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { isListOfScopable } from '../script/offered.ts'
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

/** What there is of a kind that tokens are narrowed to, listed by a token of ours that was not narrowed to any (Authentication, point 2). */
export function listedByOwnToken(operations: readonly Operation[], all: ReadonlyMap<string, Operation>): Walk[] {
  const mint = all.get('createToken')
  if (!mint) return []
  const touched = operations.some(({ area }) => area === 'tokens') ? [...all.values()] : operations
  return touched.filter(isListOfScopable).map(
    (list): Walk => [
      { kind: 'have', entity: list.entity ?? '' },
      { ...call(mint), body: (_drawing, { name }) => ({ name }) },
      { ...call(list), bearer },
    ],
  )
}

/** What is one's own is so to a narrowed token too, which shows nobody else's (Tokens, row 1; On-call 8). */
export function personalByNarrowed(
  operations: readonly Operation[],
  all: ReadonlyMap<string, Operation>,
  looks: Looks,
): Walk[] {
  const mint = all.get('createToken')
  if (!mint) return []
  const minted: CallGoal = { ...call(mint), body: forMightiest, intent: 'exotic' }
  return operations
    .filter(({ id }) => factsOf(id).personal)
    .map((operation): Walk => {
      // What such a token may do is open in part.
      const seen = looks(operation).map((look): CallGoal => ({ ...look, bearer, intent: 'exotic' }))
      return [call(operation), call(operation, 'colleague'), minted, ...seen]
    })
}
