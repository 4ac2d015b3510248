import type { Operation } from '../../contract/operations.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import { becomes } from '../script/becomes.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import type { Manner } from '../script/manner.ts'
import { call, isRead, type Looks } from './looks.ts'

/** What works for us works for another organization with things of its own, and leaves ours as they are (Conventions, 4). */
export const nextDoor = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ id }) => !factsOf(id).personal)
    .map((operation): Walk => [{ kind: 'ready', operation }, ...doneNextDoor(operation, looks, 'neighbour')])

/**
 * The same by a colleague who belongs to that organization as well, and manages it: what they do is done there and only
 * there, whichever of the two they joined first.
 */
export const nextDoorByMember = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ id, does }) => !factsOf(id).personal && does !== 'read')
    .map(
      (operation): Walk => [
        { kind: 'ready', operation },
        becomes('dualElsewhere', 'owner'),
        ...doneNextDoor(operation, looks, 'dual-neighbour'),
      ],
    )

function doneNextDoor(operation: Operation, looks: Looks, manner: Manner): Walk {
  const theirs = looks(operation).map((look): CallGoal => ({ ...look, manner }))
  return [call(operation, manner), ...(isRead(operation) ? [] : [...theirs, ...looks(operation)])]
}
