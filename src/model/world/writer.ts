import type { Fresh } from './fresh.ts'
import type { Rows, TableName } from './rows.ts'

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
