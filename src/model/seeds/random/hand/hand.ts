import type { EventAnswer, EventBody, EventName, OperationId, ResponseBody } from '../../../request/operation-types.ts'
import type { Row } from '../../../table/table.ts'
import type { Reader } from '../../../world/reader.ts'
import type { Rows, TableName } from '../../../world/rows.ts'
import type { Transaction } from '../../../world/transaction.ts'
import { readerOf } from '../../../world/transaction-context.ts'
import { CAST } from '../../kit/cast.ts'
import type { Dice } from '../../kit/dice.ts'
import type { Growing, Request } from './growing.ts'
import { present } from './present.ts'

/** The people of an organization who do its work; its owner comes first. */
const STAFF = {
  acme: [CAST.owner, CAST.admin, CAST.member, CAST.engineer],
  globex: [CAST.outsider, CAST.neighbour],
} as const

export type Org = keyof typeof STAFF
export const ORGS: readonly Org[] = ['acme', 'globex']

/** What happens in one organization of a growing world. */
export class Hand {
  readonly growing: Growing
  readonly org: Org

  constructor(growing: Growing, org: Org) {
    this.growing = growing
    this.org = org
  }

  get dice(): Dice {
    return this.growing.dice
  }

  get nowMs(): number {
    return this.growing.world.nowMs
  }

  get reader(): Reader {
    return readerOf(this.growing.world, this.growing.choices)
  }

  get staff() {
    return STAFF[this.org]
  }

  /** A request of the owner, unless somebody else is named. */
  ask<Id extends OperationId>(
    id: Id,
    request: Omit<Request<Id>, 'credential'> & { readonly credential?: string } = {},
  ): ResponseBody<Id> | undefined {
    return this.growing.ask(id, { credential: this.staff[0].credential, ...request })
  }

  happens<Name extends EventName>(name: Name, body: EventBody<Name>): EventAnswer<Name> | undefined {
    return this.growing.happens({ name, org: this.org, body })
  }

  meddle(change: (here: Transaction) => void): void {
    this.growing.meddle(change)
  }

  after(ms: number, what: () => void): void {
    this.growing.later(this.nowMs + ms, what)
  }

  /** Somewhere between two durations, the shorter ones more often. */
  between(leastMs: number, mostMs: number): number {
    return Math.round(leastMs * (mostMs / leastMs) ** this.dice.share())
  }

  /** True with a probability. */
  happensTo(share: number): boolean {
    return this.dice.share() < share
  }

  /** Somebody who works there, as a caller. */
  somebody(): (typeof STAFF)[Org][number] {
    return this.dice.pick<(typeof STAFF)[Org][number]>(this.staff)
  }

  all<Name extends TableName>(table: Name, isMeant: (row: Rows[Name]) => boolean = () => true): Rows[Name][] {
    return (present(this.reader, table, this.org) as Row[] as Rows[Name][]).filter(isMeant)
  }

  one<Name extends TableName>(table: Name, isMeant?: (row: Rows[Name]) => boolean): Rows[Name] | undefined {
    const rows = this.all(table, isMeant)
    return rows[this.dice.between(0, rows.length - 1)]
  }

  /** Some of the things in a list, each once. */
  some<T>(items: readonly T[], least: number, most: number): T[] {
    const left = [...items]
    const taken: T[] = []
    for (let count = this.dice.between(least, most); count > 0 && left.length > 0; count--)
      taken.push(...left.splice(this.dice.between(0, left.length - 1), 1))
    return taken
  }
}
