import type { Operation } from '../../contract/operations.ts'
import type { Walk } from '../script/goal.ts'
import { call, isRead, lastInPath } from './looks.ts'

/** The same read for us, for another organization and for us again: what was kept for the one must not reach the other. */
export const inTurn = (operations: readonly Operation[]): Walk[] =>
  operations
    .filter((operation) => isRead(operation) && !lastInPath(operation))
    .map((read) => [call(read), call(read, 'neighbour'), call(read)])
