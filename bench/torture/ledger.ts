/** A world as the control interface shows it. */
export interface ShownWorld {
  readonly clock: { readonly now: string }
  readonly state: { readonly tables: Readonly<Record<string, readonly Row[] | undefined>> }
}
export type Row = Readonly<Record<string, unknown>>

/** One thing that somebody writes to, by the name they gave it. */
export interface Thing {
  readonly sandbox: string
  readonly table: string
  /** The field that has the name. */
  readonly field: string
  readonly name: string
}

/** The state of a thing: the written fields, or that it does not exist. */
export type Look = Readonly<Record<string, unknown>> | 'gone'

interface Account {
  readonly thing: Thing
  /** One look, once it was answered; while a write is under way also the one after it. */
  looks: readonly Look[]
}

/** The acknowledged changes, to compare with a restarted server. */
export class Ledger {
  readonly #accounts = new Map<string, Account>()
  readonly #clocks = new Map<string, number>()

  get size(): number {
    return this.#accounts.size
  }

  /** A write that is answered is done; one that gets no answer is done or not. */
  async write<T>(thing: Thing, look: Look, send: () => Promise<T>): Promise<T> {
    const key = [thing.sandbox, thing.table, thing.name].join(' ')
    const account = this.#accounts.get(key) ?? { thing, looks: ['gone'] }
    this.#accounts.set(key, account)
    account.looks = [...account.looks, look]
    const answer = await send()
    account.looks = [look]
    return answer
  }

  /** More about a thing that the answer to its last write said: its id. */
  know({ sandbox, table, name }: Thing, look: Look): void {
    const account = this.#accounts.get([sandbox, table, name].join(' '))
    if (account) account.looks = [look]
  }

  /** Clocks are moved by several at once, and only ever forward. */
  clockWas(sandbox: string, now: string): void {
    this.#clocks.set(sandbox, Math.max(this.#clocks.get(sandbox) ?? 0, Date.parse(now)))
  }

  /** What a world does not have as it was answered, or has of another. What may be so or so is settled by what it shows. */
  lost(sandbox: string, world: ShownWorld): string[] {
    const shown = new Map<string, Row>()
    const fields = new Map([...this.#accounts.values()].map(({ thing }) => [thing.table, thing.field]))
    for (const [table, field] of fields)
      for (const row of world.state.tables[table] ?? []) shown.set(`${table} ${row[field]}`, row)
    const wrong = [...this.#accounts.values()]
      .filter(({ thing }) => thing.sandbox === sandbox)
      .flatMap((account) => {
        const { table, name } = account.thing
        const row = shown.get(`${table} ${name}`)
        const fitting = account.looks.filter((look) => fits(row, look))
        if (fitting.length > 0) account.looks = fitting
        return fitting.length > 0 ? [] : [`${table} ${name} is ${JSON.stringify(row ?? 'gone')}`]
      })
    wrong.push(...this.#strays(sandbox, shown))
    const clock = this.#clocks.get(sandbox) ?? 0
    return Date.parse(world.clock.now) < clock ? [...wrong, `it is ${world.clock.now} again`] : wrong
  }

  /** Names are given once over all sandboxes. */
  #strays(sandbox: string, shown: ReadonlyMap<string, Row>): string[] {
    return [...this.#accounts.values()]
      .filter(({ thing }) => thing.sandbox !== sandbox && shown.has(`${thing.table} ${thing.name}`))
      .map(({ thing }) => `${thing.table} ${thing.name} of ${thing.sandbox} is here`)
  }
}

function fits(row: Row | undefined, look: Look): boolean {
  if (look === 'gone' || row === undefined) return (look === 'gone') === (row === undefined)
  return Object.entries(look).every(([field, value]) => row[field] === value)
}
