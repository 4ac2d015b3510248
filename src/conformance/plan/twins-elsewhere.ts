import type { Operation } from '../../contract/operations.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { valueAt, withValueAt } from '../compare/value-at.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { remembered } from '../script/remembered.ts'
import { advanceOrWait, type Item } from '../script/script.ts'
import { call, isRead, type Looks, lastInPath } from './looks.ts'
import { on, references } from './several.ts'

/** Two organizations have things that are alike: changing or removing the one leaves the other as it is. */
export const twinsElsewhere = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((create) => {
    const { entity, does } = create
    // What belongs to a thing of ours has no place of the same name elsewhere.
    if (does !== 'create' || !entity || !create.body || lastInPath(create)) return []
    const named = references(create).map(({ place }) => place.path)
    // What names something may be refused where there is less to name.
    const intent = named.length > 0 ? 'exotic' : 'plain'
    return operations
      .filter((operation) => operation.entity === entity && operation !== create && !isRead(operation))
      .filter(lastInPath)
      .map((operation): Walk => {
        const { first, drawn } = remembered()
        const theirs: CallGoal = {
          ...call(create, 'neighbour'),
          body: (drawing, plain) => alike(first(drawing)?.body, plain, named),
          intent,
        }
        const seen = looks(create).filter((look) => !lastInPath(look.operation))
        const both = [...seen.map((look): CallGoal => ({ ...look, manner: 'neighbour' })), ...seen]
        const later = takesTime(operation) ? [advanceOrWait('PT2H'), ...both] : []
        return [{ ...call(create), drawn }, theirs, on(operation, entity, -1), ...both, ...later]
      })
  })

/** A body like one of ours, which names what somebody else's names instead. */
const alike = (ours: unknown, theirs: Item, named: readonly (readonly string[])[]): unknown =>
  named.reduce((body, path) => withValueAt(body, path, valueAt(theirs, path)), ours)

/** True for what is answered before it is done. */
const takesTime = ({ area, success }: Operation): boolean =>
  success.status === ACCEPTED || AREA_JUDGES[area].takesItsTime === true
const ACCEPTED = 202
