import type { Operation } from '../../contract/operations.ts'
import { type BodyPlace, placesOf } from '../draw/body-places.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { call, type Looks } from './looks.ts'
import { doing, naming, on, references } from './several.ts'

/** What is referred to stays while it is, whichever way it or what refers to it has been switched since. */
export function switchedReferrers(operations: readonly Operation[], looks: Looks): Walk[] {
  return operations.flatMap((create) => {
    if (create.does !== 'create' || !create.entity) return []
    const { entity } = create
    return references(create).flatMap((reference): Walk[] => {
      const { to } = reference
      const [make, remove] = [doing(operations, 'create', to), doing(operations, 'delete', to)]
      if (!make || make === create || !remove) return []
      const turns = [...switches(operations, to), ...switches(operations, entity)]
      return turns.map((turned) => [
        call(make),
        naming(create, reference, -1),
        turned,
        ...looks(make),
        on(remove, to, -1),
        ...looks(create),
        ...looks(make),
      ])
    })
  })
}

/** Every change of the newest of a kind by one yes or no alone. */
export const switches = (operations: readonly Operation[], entity: string): CallGoal[] =>
  switchings(operations, entity).flatMap((turn) => [turn(true), turn(false)])

/** Every yes or no of a kind that can be changed alone: the change to either of the newest, or of the one at a place. */
export const switchings = (operations: readonly Operation[], entity: string) =>
  operations
    .filter((operation) => operation.does === 'update' && operation.entity === entity)
    .flatMap((update) =>
      yesOrNo(update).map(
        (place) =>
          (value: boolean, which = -1): CallGoal =>
            turn(update, place, value, which),
      ),
    )

/** The places of a yes or no that can stand alone in a body. */
export const yesOrNo = ({ body }: Operation): BodyPlace[] =>
  placesOf(body?.schema).filter(({ path, schema }) => path.length === 1 && schema.type === 'boolean')

const turn = (update: Operation, { path: [name = ''] }: BodyPlace, value: boolean, which: number): CallGoal => ({
  ...on(update, update.entity ?? '', which),
  body: () => ({ [name]: value }),
  intent: 'exotic',
})
