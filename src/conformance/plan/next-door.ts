import type { Operation } from '../../contract/operations.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { call, isRead, type Looks } from './looks.ts'

/** What works for us works for another organization with things of its own, and leaves ours as they are (Conventions, 4). */
export const nextDoor = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ id }) => !factsOf(id).personal)
    .map((operation): Walk => {
      const theirs = looks(operation).map((look): CallGoal => ({ ...look, manner: 'neighbour' }))
      const seen = isRead(operation) ? [] : [...theirs, ...looks(operation)]
      return [{ kind: 'ready', operation }, call(operation, 'neighbour'), ...seen]
    })
