import type { Operation } from '../../contract/operations.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { remembered } from '../script/remembered.ts'
import { call, type Looks } from './looks.ts'
import { doing, naming, on, references } from './several.ts'

/**
 * What stood in the way of a request has gone: then nothing is in the way, even of somebody who has been refused before.
 * A thing that others refer to goes once they have gone; what may be there only once can be made again.
 */
export const lifted = (operations: readonly Operation[], looks: Looks): Walk[] => [
  ...unreferenced(operations, looks),
  ...madeAgain(operations, looks),
]

const unreferenced = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((create) => {
    const { entity = '', does } = create
    const gone = doing(operations, 'delete', entity)
    if (does !== 'create' || !gone) return []
    return references(create).flatMap((reference): Walk[] => {
      const { to } = reference
      const [make, remove] = [doing(operations, 'create', to), doing(operations, 'delete', to)]
      if (!make || make === create || !remove) return []
      const removing = on(remove, to, -1)
      return [[call(make), naming(create, reference, -1), removing, on(gone, entity, -1), removing, ...looks(make)]]
    })
  })

const madeAgain = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((create): Walk[] => {
    const { entity = '', does, body } = create
    const gone = doing(operations, 'delete', entity)
    if (does !== 'create' || !body || !gone) return []
    const { first, drawn } = remembered()
    const again: CallGoal = { ...call(create), body: (drawing) => first(drawing)?.body }
    return [[{ ...call(create), drawn }, { ...again, intent: 'exotic' }, on(gone, entity, 0), again, ...looks(create)]]
  })
