import type { Operation } from '../../contract/operations.ts'
import { DRAWN_EVENTS } from '../areas/of-all-areas.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { advanceOrWait } from '../script/script.ts'
import { full } from './each-way.ts'
import { call, isRead, lastInPath } from './looks.ts'
import { references } from './several.ts'

/**
 * Outside events about things of ours, while another organization has things of every kind that can be made without naming
 * another: nothing of what happens reaches them, and nothing of theirs shows with ours.
 */
export const eventsElsewhere = (operations: readonly Operation[]): Walk[] =>
  [...Map.groupBy(DRAWN_EVENTS, ([, { about }]) => [about].flat()[0] ?? '')].flatMap(([entity, events]): Walk[] => {
    const some = operations.find((operation) => operation.entity === entity)
    if (!some) return []
    const near = operations.filter(({ area }) => area === some.area)
    const theirs = near.filter(isFreestanding).map((create): CallGoal => ({ ...full(create), manner: 'neighbour' }))
    const lists = near.filter((operation) => isRead(operation) && isAtRoot(operation)).map((list) => call(list))
    if (theirs.length === 0 || lists.length === 0) return []
    return events.map(([event, { needs, body }]): Walk => {
      const ready: Goal = { kind: 'have', entity: needs ?? entity }
      const looks = [...lists.map((look): CallGoal => ({ ...look, manner: 'neighbour' })), ...lists]
      // What is done in the background is done then.
      return [ready, ...theirs, { kind: 'event', event, body }, advanceOrWait('PT5M'), ...looks]
    })
  })

const isFreestanding = (operation: Operation): boolean =>
  operation.does === 'create' && isAtRoot(operation) && references(operation).every(({ place }) => !place.required)

const isAtRoot = (operation: Operation): boolean => lastInPath(operation) === undefined
