import type { Operation } from '../../contract/operations.ts'
import type { TableName } from '../../model/world/rows.ts'
import type { Walk } from '../script/goal.ts'
import { call, type Looks } from './looks.ts'
import { partsOf } from './scoped-parts.ts'
import { on } from './several.ts'
import { fullBody } from './several-fields.ts'

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
    return changes.map((change) => [
      call(create),
      ...parts.map(({ made }) => made(-1)),
      change.does === 'act'
        ? { ...on(change, entity, -1), intent: 'exotic' as const }
        : { ...on(change, entity, -1), body: (drawing, plain) => fullBody(drawing, change) ?? plain },
      ...seen,
    ])
  })

const isOnly = ({ parameters }: Operation, entity: string): boolean =>
  parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ names }) => names)
    .join() === entity
