import type { ActorSeed } from '../../access/seed-identities.ts'
import { fireIn } from '../../advance.ts'
import type { Effect } from '../../areas/area.ts'
import { ImpossibleEvent } from '../../areas/event-answer.ts'
import { eventIn } from '../../decide.ts'
import type { Caller } from '../../identity/identity.ts'
import { doorOf, effectOf } from '../../model.ts'
import type { EffectContext } from '../../request/contexts.ts'
import type {
  EventAnswer,
  EventBody,
  EventName,
  OperationId,
  RequestBody,
  ResponseBody,
} from '../../request/operation-types.ts'
import type { OpenTransaction } from '../../world/open-transaction.ts'
import type { DueRow, Rows, TableName } from '../../world/rows.ts'
import type { Transaction } from '../../world/transaction.ts'
import { TransactionContext } from '../../world/transaction-context.ts'
import type { Change } from '../../world/world.ts'
import { MINUTE, SECOND } from './durations.ts'

/** One thread of a story: it yields the instant at which it goes on. */
export type Strand = Generator<number, void, void>

export interface Asking<Id extends OperationId = OperationId> {
  readonly parameters?: Readonly<Record<string, string>>
  readonly body?: RequestBody<Id>
}

/** A request of a story, for whoever wants to know whether it would really be granted. */
export interface Told {
  readonly id: OperationId
  readonly credential: string | undefined
  readonly asking: Asking
  readonly body: unknown
}

/** The history of a world: requests and outside events, each at its time. */
export interface Story {
  /** The present: what a strand would do later has not happened yet. */
  readonly endMs: number
  /** About so long ago: people do not act on the minute, so it is a little earlier, the same every time. */
  before(ms: number): number
  /** The world at the current time of the story. */
  readonly here: Transaction
  /** A granted request of somebody, or of whoever holds a secret that a side door knows. */
  ask<Id extends OperationId>(by: ActorSeed | string, id: Id, asking?: Asking<Id>): ResponseBody<Id>
  happens<Name extends EventName>(org: string, name: Name, body: EventBody<Name>): EventAnswer<Name>
  /** Goes on beside the strand that begins it. */
  begin(strand: Strand): void
  /** Tells everything up to the present. Answers what could not happen under the gaps in force. */
  tell(): readonly ImpossibleEvent[]
}

/** A story ends on the second, so that everything in it is as long ago as in any other telling. */
export const presentOf = (nowMs: number): number => Math.floor(nowMs / SECOND) * SECOND

/**
 * Runs the model's own effects one after the other in one transaction. That a request would be granted is not
 * asked again at every start: a test does, by `hear`, which is told each request before it is granted.
 */
export function makeStory(transaction: OpenTransaction, hear?: (told: Told, here: Transaction) => void): Story {
  const strands = new Strands()
  const endMs = presentOf(transaction.world.nowMs)
  let hereMs = endMs
  let here = new TransactionContext(transaction)
  const passUntil = timePasser(transaction)
  const goTo = (atMs: number) => {
    passUntil(atMs)
    hereMs = atMs
    here = new TransactionContext(transaction, atMs)
  }

  const story: Story = {
    endMs,
    before: (ms) => endMs - ms - scattered(ms),
    get here() {
      return here
    },
    ask(by, id, asking = {}) {
      const { parameters = {}, body } = asking
      const credential = typeof by === 'string' ? by : by.credential
      const caller = doorOf(id)?.(here, { credential, parameters, body }) ?? callerNamed(by)
      hear?.({ id, credential, asking, body }, here)
      const asker = { caller, credential, atMs: hereMs }
      return effect(id)(new AskedContext(transaction, asker, asking) as EffectContext<typeof id>)
    },
    happens: (org, name, body) => eventIn(transaction, { name, org, body }, hereMs),
    begin(strand) {
      strands.add(strand)
    },
    tell() {
      const impossible: ImpossibleEvent[] = []
      for (let next = strands.take(); next && next.atMs <= endMs; next = strands.take()) {
        if (Number.isFinite(next.atMs)) goTo(next.atMs)
        try {
          const { done, value } = next.strand.next()
          // The clock counts whole milliseconds.
          if (!done) strands.put({ ...next, atMs: Math.round(value) })
        } catch (error) {
          if (!(error instanceof ImpossibleEvent)) throw error
          impossible.push(error)
        }
      }
      goTo(endMs)
      return impossible
    },
  }
  return story
}

const LARGEST_SCATTER = 47 * MINUTE

/** Up to a fiftieth of the time, in milliseconds. */
function scattered(ms: number): number {
  const share = (Math.imul(Math.round(ms / SECOND) ^ 0x5bd1e995, 0x9e3779b1) >>> 0) / 2 ** 32
  return Math.floor(share * Math.min(ms / 50, LARGEST_SCATTER))
}

interface Waiting {
  readonly atMs: number
  /** The number of the strand, in the order in which strands begin. */
  readonly number: number
  readonly strand: Strand
}

/** In the order in which they go on; at the same instant the one that began first. */
class Strands {
  /** The next one at the end. */
  readonly #waiting: Waiting[] = []
  #begun = 0

  add(strand: Strand): void {
    this.put({ atMs: Number.NEGATIVE_INFINITY, number: this.#begun++, strand })
  }

  put(one: Waiting): void {
    const { atMs, number } = one
    let low = 0
    let high = this.#waiting.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#waiting[middle] as Waiting
      if (other.atMs > atMs || (other.atMs === atMs && other.number > number)) low = middle + 1
      else high = middle
    }
    this.#waiting.splice(low, 0, one)
  }

  take(): Waiting | undefined {
    return this.#waiting.pop()
  }
}

/**
 * Lets time pass: what falls due on the way happens. Most of the time nothing does, so it first looks at what was
 * noted since, and at the table only when something may be due.
 */
function timePasser(transaction: OpenTransaction): (toMs: number) => void {
  const context = new TransactionContext(transaction)
  const { changes } = transaction
  let earliestMs = Number.NEGATIVE_INFINITY
  let noted = 0
  return (toMs) => {
    for (; noted < changes.length; noted++) earliestMs = Math.min(earliestMs, dueBy(changes[noted]))
    while (earliestMs <= toMs) {
      const [due] = context.oldest('Due', 'byTime')
      earliestMs = due?.atMs ?? Number.POSITIVE_INFINITY
      if (!due || due.atMs > toMs) return
      context.remove('Due', due.org, due.id)
      fireIn(transaction, due, due.atMs)
    }
  }
}

const dueBy = (change: Change | undefined): number =>
  change?.kind === 'put' && change.table === 'Due' ? (change.row as DueRow).atMs : Number.POSITIVE_INFINITY

function effect<Id extends OperationId>(id: Id): Effect<Id> {
  const found = effectOf(id) as Effect<Id> | undefined
  if (!found) throw new Error(`the model does not know ${id} yet`)
  return found
}

function callerNamed(by: ActorSeed | string): Caller {
  if (typeof by === 'string') throw new ImpossibleEvent('unknown', 'no door knows this secret')
  const { userId, label, email, organization, role, permissions = [] } = by
  return { userId, label, email, org: organization, role, permissions, scope: undefined }
}

/** Somebody who asks in a story, and when. */
interface Asker {
  readonly caller: Caller
  readonly credential: string | undefined
  readonly atMs: number
}

/** The context of an effect when a request is made inside a story. */
class AskedContext extends TransactionContext {
  readonly caller: Caller
  readonly credential: string | undefined
  readonly parameters: Readonly<Record<string, string>>
  readonly body: unknown
  readonly given: unknown
  readonly query = {}
  readonly violations = []

  constructor(transaction: OpenTransaction, { caller, credential, atMs }: Asker, { parameters = {}, body }: Asking) {
    super(transaction, atMs)
    this.caller = caller
    this.credential = credential
    this.parameters = parameters
    this.body = body
    this.given = body
  }

  the<Name extends TableName>(entity: Name): Rows[Name] {
    return named(this, entity, this.caller.org, Object.values(this.parameters))
  }
}

/** The row for path parameters: its key is the organization and as many of them as it needs. */
function named<Name extends TableName>(
  here: Transaction,
  entity: Name,
  org: string,
  path: readonly string[],
): Rows[Name] {
  for (let length = path.length; length >= 0; length--) {
    const row = here.get(entity, org, ...path.slice(0, length))
    if (row) return row
  }
  throw new ImpossibleEvent('unknown', `there is no ${entity} ${path.join(' ')}`)
}
