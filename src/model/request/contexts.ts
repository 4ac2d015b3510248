import type { Operation } from '../../contract/operations.ts'
import type { Violation } from '../../contract/schema/schema-errors.ts'
import type { Caller, Nobody } from '../identity/identity.ts'
import type { Reader } from '../world/reader.ts'
import type { Rows, TableName } from '../world/rows.ts'
import type { Transaction } from '../world/transaction.ts'
import type { BodyValue } from './body/body-values.ts'
import type { EventBody, EventName, OperationId, RequestBody } from './operation-types.ts'

/** The part of a request that a refusal may look at. Without an authenticated caller only authentication is checked. */
export interface RefusalContext extends Reader {
  readonly operation: Operation
  readonly credential: string | undefined
  /** Throws when there is none. */
  readonly caller: Caller
  /** Why nobody is calling, when that is so. */
  readonly nobody: Nobody | undefined
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The listed fields of what was given. Only refusals of stage conflict may trust its types. */
  readonly body: unknown
  /** The whole body, with fields that are not listed. */
  readonly given: unknown
  readonly violations: readonly Violation[]
  /** Every value in the body, with its schema. */
  readonly bodyValues: readonly BodyValue[]
  /** The row that a path parameter names. */
  named<Name extends TableName>(entity: Name): Rows[Name] | undefined
}

/** The context of an operation's effect, once nothing refuses the request. */
export interface EffectContext<Id extends OperationId>
  extends Transaction,
    Pick<RefusalContext, 'credential' | 'caller' | 'parameters' | 'query' | 'given'> {
  readonly body: RequestBody<Id>
  /** The row that a path parameter names; it exists, or the request would have been refused. */
  the<Name extends TableName>(entity: Name): Rows[Name]
}

export interface EventContext<Name extends EventName> extends Transaction {
  /** The organization the event happens to. */
  readonly org: string
  readonly body: EventBody<Name>
}

export interface TimerContext extends Transaction {
  readonly org: string
  readonly data: Readonly<Record<string, string | number>>
}
