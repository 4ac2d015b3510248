import type { Operation } from '../../contract/operations.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { times } from '../script/script.ts'
import { bare } from './each-way.ts'
import { call, isRead, type Looks, lastInPath, named } from './looks.ts'
import { doing, on } from './several.ts'
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

/** More than somebody keeps of the latest, or goes through for one of them. */
const MORE = 25

/** The first of more is there like the last: it can still be ended. */
export const firstOfMany = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ does, entity, cost }) => does === 'create' && entity !== undefined && cost === 'free')
    .flatMap((create): Walk[] => {
      const { entity = '' } = create
      const remove = doing(operations, 'delete', entity)
      if (!remove || named(remove) !== entity) return []
      return [[...times(MORE, () => call(create)), on(remove, entity, -MORE), ...looks(remove)]]
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
