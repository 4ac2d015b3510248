import type { OperationId } from '../../model/request/operation-types.ts'
import type { Row } from '../../model/table/table.ts'
import type { TableName } from '../../model/world/rows.ts'
import type { World } from '../../model/world/world.ts'
import type { PlainRequest } from '../step/plain-request.ts'

/** Whose singleton it is. */
export interface Owner {
  readonly organization: string
  readonly user: string
}

/**
 * Something there is only one of, for an organization or a user. Nobody knows what an earlier sequence left there, so it
 * is read again; in the shadow it then counts as saved.
 */
export interface Singleton {
  readonly table: TableName
  readonly read: OperationId
  readonly changedBy: readonly OperationId[]
  /** The place of the row in the world: organization and id. */
  readonly places: (owner: Owner) => readonly Pick<Row, 'org' | 'id'>[]
  /** The request that puts it back as it was; undefined when there is nothing to put back. */
  readonly restore: (atStart: World, owner: Owner) => PlainRequest | undefined
}
