import type { Operation } from '../../contract/operations.ts'
import type { TableName } from '../../model/world/rows.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { advanceOrWait } from '../script/script.ts'
import { call, type Looks } from './looks.ts'
import { partsOf } from './scoped-parts.ts'
import { on } from './several.ts'
import { fullBody } from './several-fields.ts'
import { switchings } from './switched-referrers.ts'

/** What belongs to a thing is still there, and still belongs to it, after everything that changes the thing itself. */
export const partsStay = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((create): Walk[] => {
    if (create.does !== 'create' || !create.entity) return []
    const entity = create.entity as TableName
    const parts = partsOf(operations, entity).filter(({ create: made }) => made.area === create.area)
    const changes = operations.filter(
      (operation) => (operation.does === 'update' || operation.does === 'act') && isOnly(operation, entity),
    )
    if (parts.length === 0 || changes.length === 0) return []
    const seen = [...looks(create), ...parts.flatMap((part) => looks(part.create))]
    // Also as it is: what was switched off before a change, and what takes its time with it.
    const turned = parts.flatMap((part) => switchings(operations, part.create.entity ?? '')).map((turn) => turn(true))
    return changes.flatMap((change) => {
      const changed: CallGoal =
        change.does === 'act'
          ? { ...on(change, entity, -1), intent: 'exotic' }
          : { ...on(change, entity, -1), body: (drawing, plain) => fullBody(drawing, change) ?? plain }
      const made = [call(create), ...parts.map((part) => part.made(-1))]
      return [
        [...made, changed, ...seen],
        ...(turned.length > 0 ? [[...made, ...turned, changed, advanceOrWait('PT2H'), ...seen]] : []),
      ]
    })
  })

const isOnly = ({ parameters }: Operation, entity: string): boolean =>
  parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ names }) => names)
    .join() === entity
