import type { Operation } from '../../contract/operations.ts'
import type { Walk } from '../script/goal.ts'
import { call, isRead, type Looks, named } from './looks.ts'
import { on } from './several.ts'
import { switches } from './switched-referrers.ts'

/** What has been switched on or off stays so, whatever else is done to it. */
export const afterSwitch = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((create) => {
    const { entity, does } = create
    if (does !== 'create' || !entity) return []
    return operations
      .filter((operation) => named(operation) === entity && !isRead(operation) && operation.does !== 'delete')
      .flatMap((operation) =>
        switches(operations, entity).map(
          (turned): Walk => [call(create), turned, on(operation, entity, -1), ...looks(create)],
        ),
      )
  })
