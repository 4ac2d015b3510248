import type { GapId, GapValues } from '../../contract/generated/gaps.ts'
import { newestFirst, oldestFirst } from '../table/table.ts'
import type { Choices } from './choices.ts'
import type { Fresh } from './fresh.ts'
import { OpenTransaction } from './open-transaction.ts'
import type { Reader } from './reader.ts'
import type { DueRow, Rows, TableName } from './rows.ts'
import type { Transaction } from './transaction.ts'
import { hasTable, type World } from './world.ts'

/** Reading and changing in an open transaction, as of an instant. The contexts of requests, events and timers are some. */
export class TransactionContext implements Transaction {
  protected readonly transaction: OpenTransaction
  readonly #atMs: number

  constructor(transaction: OpenTransaction, atMs = transaction.world.nowMs) {
    this.transaction = transaction
    this.#atMs = atMs
  }

  get nowMs(): number {
    if (this.transaction.looked) this.transaction.looked.time = true
    return this.#atMs
  }

  at(atMs: number): Transaction {
    return new TransactionContext(this.transaction, atMs)
  }

  get fresh(): Fresh {
    return this.transaction.fresh
  }

  isTable(entity: string): entity is TableName {
    return hasTable(this.transaction.world, entity)
  }

  get<Name extends TableName>(name: Name, ...key: string[]): Rows[Name] | undefined {
    return this.transaction.row(name, key) as Rows[Name] | undefined
  }

  newest<Name extends TableName>(name: Name, index: string, ...parts: string[]): Iterable<Rows[Name]> {
    return newestFirst(this.transaction.table(name), index, parts) as Iterable<Rows[Name]>
  }

  oldest<Name extends TableName>(name: Name, index: string, ...parts: string[]): Iterable<Rows[Name]> {
    return oldestFirst(this.transaction.table(name), index, parts) as Iterable<Rows[Name]>
  }

  gap<Id extends GapId>(id: Id): GapValues[Id] {
    this.transaction.noteGap(id)
    return this.transaction.choices.value(id)
  }

  peek<Id extends GapId>(id: Id): GapValues[Id] {
    return this.transaction.choices.value(id)
  }

  fill<Id extends GapId>(id: Id): GapValues[Id] {
    const { choices } = this.transaction
    this.transaction.noteGap(id)
    return choices.fill ? choices.fill(id) : choices.value(id)
  }

  cite(rule: { readonly id: string }): void {
    this.transaction.noteRule(rule.id)
  }

  put<Name extends TableName>(name: Name, row: Rows[Name]): Rows[Name] {
    this.transaction.change({ kind: 'put', table: name, row })
    return row
  }

  remove(name: TableName, ...key: string[]): void {
    this.transaction.change({ kind: 'remove', table: name, key })
  }

  serial(): number {
    return this.transaction.nextSerial()
  }

  schedule(timer: string, atMs: number, data: DueRow['data']): string {
    const seq = this.serial()
    const row: DueRow = { id: String(seq), org: '*', seq, atMs, timer, data }
    this.put('Due', row)
    return row.id
  }

  cancel(dueId: string): void {
    this.remove('Due', '*', dueId)
  }
}

/** A world to read and leave as it is. */
export const readerOf = (world: World, choices: Choices): Reader =>
  new TransactionContext(new OpenTransaction(world, choices))
