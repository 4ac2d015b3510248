import type { Operation } from '../../contract/operations.ts'
import type { Switch } from '../kit/switch.ts'
import type { Goal, Walk } from '../script/goal.ts'
import { liveRows } from '../shadow/rows.ts'
import { bare } from './each-way.ts'
import type { Looks } from './looks.ts'
import { QUOTA_CHANGES, switchesOf } from './switched.ts'

/** A quota, and an operation that uses a place of it. */
interface Counted {
  readonly create: Operation
  readonly quota: Switch
}

const quotasOn = (operations: readonly Operation[]): Counted[] =>
  switchesOf(operations)
    .filter(({ one }) => one.event === QUOTA_CHANGES)
    .flatMap(({ one }) =>
      operations
        .filter(({ id, does }) => does === 'create' && one.only?.some((only) => only === id))
        .map((create) => ({ create, quota: one })),
    )

/** One place is free, unless deleted things count. */
const oneMorePlace = ({ entity = '' }: Operation, { event, off }: Switch): Goal => ({
  kind: 'event',
  event,
  body: ({ shadow, org }) => ({ ...off, value: liveRows(shadow.world, entity, org).length + 1 }),
})

/**
 * The last free place of each quota, and one more, which must be refused; then two at the same time for one place. If
 * deleted things may count, it is unknown whether the last place is free. Only required fields are said: whether a disabled
 * thing counts, for example, is open.
 */
export const lastPlaces = (operations: readonly Operation[], looks: Looks): Walk[] =>
  quotasOn(operations).map(({ create, quota }) => [
    bare(create),
    oneMorePlace(create, quota),
    bare(create),
    bare(create),
    // Somebody else's take no place of ours.
    oneMorePlace(create, quota),
    { ...bare(create), manner: 'neighbour' },
    bare(create),
    oneMorePlace(create, quota),
    { ...bare(create), withNext: true },
    bare(create),
    ...looks(create),
    { kind: 'event', event: quota.event, body: () => quota.on },
  ])
