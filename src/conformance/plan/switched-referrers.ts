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
  operations
    .filter((operation) => operation.does === 'update' && operation.entity === entity)
    .flatMap((update) => yesOrNo(update).flatMap((place) => [true, false].map((value) => turn(update, place, value))))

/** The places of a yes or no that can stand alone in a body. */
export const yesOrNo = ({ body }: Operation): BodyPlace[] =>
  placesOf(body?.schema).filter(({ path, schema }) => path.length === 1 && schema.type === 'boolean')

const turn = (update: Operation, { path: [name = ''] }: BodyPlace, value: boolean): CallGoal => ({
  ...on(update, update.entity ?? '', -1),
  body: () => ({ [name]: value }),
  intent: 'exotic',
})
