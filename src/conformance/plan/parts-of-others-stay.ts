import type { Operation } from '../../contract/operations.ts'
import type { TableName } from '../../model/world/rows.ts'
import { placesOf } from '../draw/body-places.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { remembered } from '../script/remembered.ts'
import { advanceOrWait } from '../script/script.ts'
import { call, type Looks, lastInPath, named } from './looks.ts'
import { partsOf } from './scoped-parts.ts'
import { doing, on } from './several.ts'

/** Two of a kind have parts of the same names: where the one goes, what belongs to the other stays with it. */
export const partsOfOthersStay = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((create): Walk[] => {
    if (create.does !== 'create' || !create.entity) return []
    const entity = create.entity as TableName
    const remove = doing(operations, 'delete', entity)
    const parts = partsOf(operations, entity).filter(({ create: made }) => made.area === create.area && hasName(made))
    if (!remove || named(remove) !== entity || parts.length === 0) return []
    const [made, seen]: [Goal[], CallGoal[]] = [[], []]
    for (const part of parts) {
      const { first, drawn } = remembered()
      const twin = part.made(-1)
      made.push(
        { ...part.made(-2), drawn },
        { ...twin, body: (drawing, plain) => calledLike(first(drawing)?.body, twin.body?.(drawing, plain) ?? plain) },
      )
      const isBelow = lastInPath(part.create) !== undefined
      for (const look of looks(part.create).filter(({ operation }) => operation.does === 'list'))
        seen.push(isBelow ? { ...look, parameters: (drawing) => first(drawing)?.parameters } : look)
    }
    const gone: CallGoal = { ...on(remove, entity, -1), intent: 'exotic' }
    // What was accepted may take its time.
    const isOverLater = remove.success.status === ACCEPTED
    const later = isOverLater ? [advanceOrWait('PT2H')] : []
    return [[call(create), call(create), ...later, ...made, gone, ...seen, ...(isOverLater ? [...later, ...seen] : [])]]
  })

const ACCEPTED = 202

const NAME = 'name'
const hasName = ({ body }: Operation): boolean =>
  placesOf(body?.schema).some(({ path, schema }) => path.join() === NAME && schema.type === 'string')

/** A body with the name of another. */
const calledLike = (other: unknown, own: unknown): unknown => ({ ...Object(own), [NAME]: Object(other)[NAME] })
