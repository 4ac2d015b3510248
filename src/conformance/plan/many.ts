import type { Operation } from '../../contract/operations.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { times } from '../script/script.ts'
import { bare } from './each-way.ts'
import { call, isRead, type Looks, lastInPath } from './looks.ts'
import { twice } from './twice.ts'

/** More than a page of ten. */
const MANY = 11

/** Many of everything: what is about all of them leaves none out, and what is taken by the last is taken. */
export const many = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ does, entity }) => does === 'create' && entity !== undefined)
    .map((create): Walk => {
      const { once, again } = twice(create)
      const all = [...times(MANY - 1, () => call(create)), once, ...looks(create)]
      return [
        ...all,
        ...aboutAll(operations, create),
        ...(create.body ? [{ ...again, intent: 'exotic' as const }] : []),
      ]
    })

/** Calls that name nothing, and so are about all there is: choices on offer, credentials for everything. */
const aboutAll = (operations: readonly Operation[], create: Operation): CallGoal[] =>
  operations
    .filter((operation) => operation !== create && !lastInPath(operation))
    .filter((operation) => operation.entity !== create.entity && (isOffer(operation) || needsNothing(operation)))
    .map(bare)

const isOffer = (operation: Operation): boolean => isRead(operation) && operation.does !== 'list'

const needsNothing = ({ does, body }: Operation): boolean =>
  does === 'create' && body !== undefined && (body.schema.required ?? []).length === 0
