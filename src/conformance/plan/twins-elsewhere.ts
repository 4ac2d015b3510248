import type { Operation } from '../../contract/operations.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { remembered } from '../script/remembered.ts'
import { advanceOrWait } from '../script/script.ts'
import { call, isRead, type Looks, lastInPath } from './looks.ts'
import { on, references } from './several.ts'

/** Two organizations have things that are alike: changing or removing the one leaves the other as it is. */
export const twinsElsewhere = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((create) => {
    const { entity, does } = create
    // What belongs to a thing of ours has no place of the same name elsewhere.
    if (does !== 'create' || !entity || !create.body || lastInPath(create)) return []
    // What names things of ours need not be accepted from others.
    const intent = references(create).length > 0 ? 'exotic' : 'plain'
    return operations
      .filter((operation) => operation.entity === entity && operation !== create && !isRead(operation))
      .filter(lastInPath)
      .map((operation): Walk => {
        const { first, drawn } = remembered()
        const theirs: CallGoal = { ...call(create, 'neighbour'), body: () => first()?.body, intent }
        const seen = looks(create).filter((look) => !lastInPath(look.operation))
        const both = [...seen.map((look): CallGoal => ({ ...look, manner: 'neighbour' })), ...seen]
        // What was accepted may take time.
        const later = operation.success.status === ACCEPTED ? [advanceOrWait('PT2H'), ...both] : []
        return [{ ...call(create), drawn }, theirs, on(operation, entity, -1), ...both, ...later]
      })
  })

const ACCEPTED = 202
