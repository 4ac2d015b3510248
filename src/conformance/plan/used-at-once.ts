import type { Operation } from '../../contract/operations.ts'
import type { TableName } from '../../model/world/rows.ts'
import { plainName } from '../kit/drawing.ts'
import { newest } from '../kit/own-rows.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { call } from './looks.ts'

/** Two concurrent requests with a single-use credential, of which only one can succeed. */
export const usedAtOnce = (operations: readonly Operation[], usable: ReadonlyMap<string, Operation>): Walk[] =>
  SINGLE_USE.flatMap((one) => usedTwice(one, operations, usable))

interface SingleUse {
  /** The operation that issues a single-use credential. */
  readonly given: string
  /** The entity of that credential, and its field. */
  readonly entity: TableName
  readonly field: string
  /** The event that uses it, in the field `token`. */
  readonly used: string
  readonly needs: string
  readonly look: string
}

/** A join token is for one node (Limits, join token). */
const SINGLE_USE: readonly SingleUse[] = [
  {
    given: 'createJoinToken',
    entity: 'JoinToken',
    field: 'joinToken',
    used: 'joinNode',
    needs: 'ReadyCluster',
    look: 'listNodes',
  },
]

function usedTwice(
  { given, entity, field, used, needs, look }: SingleUse,
  operations: readonly Operation[],
  usable: ReadonlyMap<string, Operation>,
): Walk[] {
  const [give, seen] = [given, look].map((id) => operations.find((operation) => operation.id === id))
  const use = usable.get(used)
  if (!give || !seen || !use) return []
  const once: CallGoal = {
    ...call(use, 'nobody'),
    body: (drawing) => {
      const row: Readonly<Record<string, unknown>> = { ...newest(drawing, entity) }
      return row[field] === undefined ? undefined : { node: plainName(drawing), token: row[field] }
    },
  }
  return [[{ kind: 'have', entity: needs }, call(give), { ...once, withNext: true }, once, call(seen)]]
}
