import type { GapId, GapValues } from '../../contract/generated/gaps.ts'
import type { Rows, TableName } from './rows.ts'

/** Reading the world. */
export interface Reader {
  readonly nowMs: number
  /** True if an entity is kept in a table of the world. */
  isTable(entity: string): entity is TableName
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
  /** Cites a statement that is carried out here, so that the outcome lists it. */
  cite(rule: { readonly id: string }): void
}
