import type { GapId, GapValues } from '../contract/generated/gaps.ts'
import type { Operation } from '../contract/operations.ts'
import type { Violation } from '../contract/schema/schema-errors.ts'
import type { Fresh } from './fresh.ts'
import type { Caller, Nobody } from './identity.ts'
import type { EventBody, EventName, OperationId, RequestBody } from './operation-types.ts'
import type { Rows, TableName } from './state.ts'

/** Reading the world. */
export interface Reader {
  readonly nowMs: number
  get<Name extends TableName>(table: Name, ...key: string[]): Rows[Name] | undefined
  /** Rows of one group of an index in order of creation. `all` groups by organization. */
  newest<Name extends TableName>(table: Name, index: string, ...parts: string[]): Iterable<Rows[Name]>
  oldest<Name extends TableName>(table: Name, index: string, ...parts: string[]): Iterable<Rows[Name]>
  /** The value in force at an open point; the outcome remembers that it was asked for. */
  gap<Id extends GapId>(id: Id): GapValues[Id]
  /** The same without a note, for a bound that has a say only once it is broken: who finds it so asks by `gap`. */
  peek<Id extends GapId>(id: Id): GapValues[Id]
  /** An open value that is only shown, never decided on: the judge reads it off the answer. */
  fill<Id extends GapId>(id: Id): GapValues[Id]
  /** Whether a statement is to be followed (always, unless it was switched off to try the judge). */
  follow(rule: { readonly id: string }): boolean
}

/** Changing the world, by recording changes. */
export interface Writer {
  put<Name extends TableName>(table: Name, row: Rows[Name]): Rows[Name]
  remove(table: TableName, ...key: string[]): void
  /** A number never used before; rows made later have greater ones. */
  serial(): number
  readonly fresh: Fresh
  /** Something to happen at an instant. Answers its key, for `cancel`. */
  schedule(timer: string, atMs: number, data: Readonly<Record<string, string | number>>): string
  cancel(dueId: string): void
}

/** What a refusal may look at. Without an authenticated caller only authentication is asked. */
export interface RefusalContext extends Reader {
  readonly operation: Operation
  readonly credential: string | undefined
  /** Throws when there is none. */
  readonly caller: Caller
  /** Why nobody is calling, when that is so. */
  readonly nobody: Nobody | undefined
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** As the caller sent it. Only refusals of stage conflict may trust its types. */
  readonly body: unknown
  readonly violations: readonly Violation[]
  /** The row that a path parameter names. */
  named<Name extends TableName>(entity: Name): Rows[Name] | undefined
}

/** What an operation's effect works with, once nothing refuses it. */
export interface EffectContext<Id extends OperationId> extends Omit<RefusalContext, 'body' | 'named'>, Writer {
  readonly body: RequestBody<Id>
  /** The row that a path parameter names; it exists, or the request would have been refused. */
  the<Name extends TableName>(entity: Name): Rows[Name]
}

export interface EventContext<Name extends EventName> extends Reader, Writer {
  /** The organization the event happens to. */
  readonly org: string
  readonly body: EventBody<Name>
}

export interface TimerContext extends Reader, Writer {
  readonly org: string
  readonly data: Readonly<Record<string, string | number>>
}
