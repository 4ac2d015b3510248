import type { Operation } from '../../contract/operations.ts'
import type { Switch } from '../kit/switch.ts'
import type { Goal, Walk } from '../script/goal.ts'
import { liveRows } from '../shadow/rows.ts'
import { call } from './looks.ts'
import { QUOTA_CHANGES, switchesOf } from './switched.ts'

/**
 * The last free place of each quota, and the next one, which is not given. Whether the last one is given cannot be known
 * where what was deleted counts, too.
 */
export const lastPlaces = (operations: readonly Operation[]): Walk[] =>
  switchesOf(operations)
    .filter(({ one }) => one.event === QUOTA_CHANGES)
    .flatMap(({ one }) =>
      operations
        .filter(({ id, does }) => does === 'create' && one.only?.some((only) => only === id))
        .map((create) => lastPlace(create, one)),
    )

function lastPlace(create: Operation, { event, off, on }: Switch): Walk {
  const { entity = '' } = create
  const room: Goal = {
    kind: 'event',
    event,
    body: ({ shadow, org }) => ({ ...off, value: liveRows(shadow.world, entity, org).length + 1 }),
  }
  return [call(create), room, call(create), call(create), { kind: 'event', event, body: () => on }]
}
