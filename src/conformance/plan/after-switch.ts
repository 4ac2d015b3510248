import type { Operation } from '../../contract/operations.ts'
import { twistsOf } from '../areas/of-all-areas.ts'
import { brokenTwists } from '../draw/broken-body.ts'
import { requiredQuery } from '../draw/query.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { call, isRead, type Looks, named } from './looks.ts'
import { doing, on } from './several.ts'
import { switches, switchings } from './switched-referrers.ts'

/** What has been switched on or off stays so, whatever else is done to it; and it can be read and removed as before. */
export const afterSwitch = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((create) => {
    const { entity, does } = create
    if (does !== 'create' || !entity) return []
    return [
      ...readAndRemoved(operations, create, entity).map((walk) => [...walk, ...looks(create)]),
      ...operations
        .filter((operation) => named(operation) === entity && !isRead(operation) && operation.does !== 'delete')
        .flatMap((operation) =>
          switches(operations, entity).map(
            (turned): Walk => [call(create), turned, on(operation, entity, -1), ...looks(create)],
          ),
        ),
    ]
  })

/** What is wrong in a change is wrong while the thing is switched on and while it is switched off. */
export const brokenWhenSwitched = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((create) => {
    const { entity, does } = create
    if (does !== 'create' || !entity) return []
    const updates = operations.filter((operation) => operation.does === 'update' && operation.entity === entity)
    return switches(operations, entity).flatMap((turned) =>
      updates.map((update): Walk => {
        const twists = [...brokenTwists(update), ...twistsOf(update.id).filter(({ intent }) => intent === 'broken')]
        const wrong = twists.map((twist): CallGoal => ({ ...on(update, entity, -1), manner: 'twist', twist }))
        return [call(create), turned, ...wrong, ...looks(update)]
      }),
    )
  })

const BOTH = [-2, -1]

/** One of two is switched; the other shows whether what cannot be read any more is out of order for all. */
function readAndRemoved(operations: readonly Operation[], create: Operation, entity: string): Walk[] {
  const own = operations.filter((operation) => named(operation) === entity)
  const remove = doing(own, 'delete', entity)
  const reads = (place: number) => own.filter(isRead).map((read) => asking(on(read, entity, place)))
  return switchings(operations, entity).flatMap((turn) =>
    [true, false].map(
      (value): Walk => [
        ...BOTH.flatMap(() => call(create)),
        ...BOTH.map((place) => turn(!value, place)),
        ...BOTH.flatMap(reads),
        turn(value),
        ...reads(-1),
        ...(remove ? [on(remove, entity, -1)] : []),
      ],
    ),
  )
}

/** The same question each time. */
const asking = (read: CallGoal): CallGoal => ({
  ...read,
  query: (_, { query }) => {
    const must = new Set(requiredQuery(read.operation))
    return Object.fromEntries(Object.entries(query).filter(([name]) => must.has(name)))
  },
})
