import type { Operation } from '../../contract/operations.ts'
import type { TableName } from '../../model/world/rows.ts'
import { plainName } from '../kit/drawing.ts'
import { newest } from '../kit/own-rows.ts'
import type { Switch } from '../kit/switch.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { bare } from './each-way.ts'
import { call, type Looks } from './looks.ts'
import { oneMorePlace, quotasOn } from './quotas.ts'

/** Two concurrent requests of which only one can succeed: for the last place of each quota, or with a single-use credential. */
export const forTheLastOne = (
  operations: readonly Operation[],
  usable: ReadonlyMap<string, Operation>,
  looks: Looks,
): Walk[] => [
  ...quotasOn(operations).map(({ create, quota }) => forLastPlace(create, quota, looks)),
  ...SINGLE_USE.flatMap((one) => usedTwice(one, operations, usable)),
]

function forLastPlace(create: Operation, quota: Switch, looks: Looks): Walk {
  const raised: Goal = { kind: 'event', event: quota.event, body: () => quota.on }
  return [
    call(create),
    oneMorePlace(create, quota),
    // Only required fields: whether a disabled thing counts, for example, is open.
    { ...bare(create), withNext: true },
    bare(create),
    ...looks(create),
    raised,
  ]
}

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
