import type { Operation } from '../../contract/operations.ts'
import type { Switch } from '../kit/switch.ts'
import type { Goal, Walk } from '../script/goal.ts'
import { liveRows } from '../shadow/rows.ts'
import { call } from './looks.ts'
import { QUOTA_CHANGES, switchesOf } from './switched.ts'

/** A quota, and an operation that uses a place of it. */
interface Counted {
  readonly create: Operation
  readonly quota: Switch
}

export const quotasOn = (operations: readonly Operation[]): Counted[] =>
  switchesOf(operations)
    .filter(({ one }) => one.event === QUOTA_CHANGES)
    .flatMap(({ one }) =>
      operations
        .filter(({ id, does }) => does === 'create' && one.only?.some((only) => only === id))
        .map((create) => ({ create, quota: one })),
    )

/** One place is free, unless deleted things count. */
export const oneMorePlace = ({ entity = '' }: Operation, { event, off }: Switch): Goal => ({
  kind: 'event',
  event,
  body: ({ shadow, org }) => ({ ...off, value: liveRows(shadow.world, entity, org).length + 1 }),
})

/**
 * The last free place of each quota, and one more, which must be refused. If deleted things may count, it is unknown
 * whether the last place is free.
 */
export const lastPlaces = (operations: readonly Operation[]): Walk[] =>
  quotasOn(operations).map(({ create, quota }) => [
    call(create),
    oneMorePlace(create, quota),
    call(create),
    call(create),
    { kind: 'event', event: quota.event, body: () => quota.on },
  ])
