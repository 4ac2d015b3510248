import { type Operation, type Parameter, successSchema } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import { filtersOf } from '../draw/filter-values.ts'
import type { CallGoal } from '../script/goal.ts'
import type { Manner } from '../script/manner.ts'
import { queryShowing } from './showing.ts'

/** The reads that show the effect of an operation. */
export type Looks = (operation: Operation) => CallGoal[]

export const call = (operation: Operation, manner: Manner = 'plain'): CallGoal => ({ kind: 'call', operation, manner })

export const isRead = ({ does }: Operation): boolean => does === 'read' || does === 'list'

/** What stands last in the path of an operation. */
export const lastInPath = ({ parameters }: Operation): Parameter | undefined =>
  parameters.findLast((parameter) => parameter.in === 'path')

/** The thing that an operation is about: what its path names last. */
export const named = (operation: Operation): string | undefined => lastInPath(operation)?.names

/**
 * The operations that show the effect of another: the list of its entity, and the read of the thing itself; or those that
 * show it as a part of something else.
 */
export const looksAmong =
  (operations: readonly Operation[]): Looks =>
  ({ entity, id, area }) => {
    if (entity === undefined) return []
    const reads = operations.filter((read) => isRead(read) && read.id !== id && read.area === area)
    const own = reads.filter((read) => read.entity === entity)
    return (own.length > 0 ? own : reads.filter((read) => holds(read, entity))).map(look)
  }

/** True if the answer has things of this kind in it. */
const holds = (read: Operation, entity: string): boolean =>
  annotatedFields(successSchema(read)).some(({ annotation }) => annotation.identifier === entity)

/** A read that is there to show what has just changed: no filter is to keep that out. */
const look = (read: Operation): CallGoal =>
  filtersOf(read).length === 0
    ? call(read)
    : {
        ...call(read),
        query: (drawing, drawn) => queryShowing(drawing, read, drawn, drawing.touched?.(read.entity ?? '') ?? []),
      }
