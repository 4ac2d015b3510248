import type { ActorSeed } from '../../access/seed-identities.ts'
import { fire } from '../../advance.ts'
import type { Effect } from '../../areas/area.ts'
import { Impossible } from '../../areas/event-answer.ts'
import { happenIn } from '../../decide.ts'
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
import { Draft } from '../../world/draft.ts'
import type { DueRow, Rows, TableName } from '../../world/rows.ts'
import type { Change } from '../../world/world.ts'

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

/** The past of a world, told from its beginning: what people asked for and what happened, each at its instant. */
export interface Story {
  /** The present: what a strand would do later has not happened yet. */
  readonly endMs: number
  /** The world at the instant the story has come to. */
  readonly here: Draft
  /** A granted request of somebody, or of whoever holds a secret that a side door knows. */
  ask<Id extends OperationId>(by: ActorSeed | string, id: Id, asking?: Asking<Id>): ResponseBody<Id>
  happens<Name extends EventName>(org: string, name: Name, body: EventBody<Name>): EventAnswer<Name>
  /** Goes on beside the strand that begins it. */
  begin(strand: Strand): void
  /** Tells everything up to the present. Answers what could not happen under the gaps in force. */
  tell(): readonly Impossible[]
}

/**
 * Runs the model's own effects one after the other in one draft. That a request would be granted is not
 * asked again at every start: a test does, by `hear`, which is told each request before it is granted.
 */
export function makeStory(draft: Draft, hear?: (told: Told, here: Draft) => void): Story {
  const strands = new Strands()
  let here = draft
  const at = (nowMs: number): Draft => draft.at(nowMs)
  const passUntil = timePasser(draft, at)

  const story: Story = {
    endMs: draft.nowMs,
    get here() {
      return here
    },
    ask(by, id, asking = {}) {
      const { parameters = {}, body } = asking
      const credential = typeof by === 'string' ? by : by.credential
      const caller = doorOf(id)?.(here, { credential, parameters, body }) ?? callerNamed(by)
      hear?.({ id, credential, asking, body }, here)
      return effect(id)(new AskedContext(here, caller, credential, asking) as unknown as EffectContext<typeof id>)
    },
    happens: (org, name, body) => happenIn(here, { name, org, body }),
    begin(strand) {
      strands.add(strand)
    },
    tell() {
      const impossible: Impossible[] = []
      for (let next = strands.take(); next && next.atMs <= draft.nowMs; next = strands.take()) {
        if (Number.isFinite(next.atMs)) {
          passUntil(next.atMs)
          here = at(next.atMs)
        }
        try {
          const { done, value } = next.strand.next()
          // The clock counts whole milliseconds.
          if (!done) strands.put({ ...next, atMs: Math.round(value) })
        } catch (error) {
          if (!(error instanceof Impossible)) throw error
          impossible.push(error)
        }
      }
      passUntil(draft.nowMs)
      here = draft
      return impossible
    },
  }
  return story
}

interface Waiting {
  readonly atMs: number
  /** Which strand it is: they are numbered as they begin. */
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
function timePasser(draft: Draft, at: (nowMs: number) => Draft): (toMs: number) => void {
  let earliestMs = Number.NEGATIVE_INFINITY
  let noted = 0
  return (toMs) => {
    for (; noted < draft.changes.length; noted++) earliestMs = Math.min(earliestMs, dueBy(draft.changes[noted]))
    while (earliestMs <= toMs) {
      const [due] = draft.oldest('Due', 'byTime')
      earliestMs = due?.atMs ?? Number.POSITIVE_INFINITY
      if (!due || due.atMs > toMs) return
      draft.remove('Due', due.org, due.id)
      fire(at(due.atMs), due)
    }
  }
}

const dueBy = (change: Change | undefined): number =>
  change?.kind === 'put' && change.table === 'Due' ? (change.row as DueRow).atMs : Number.POSITIVE_INFINITY

function effect<Id extends OperationId>(id: Id): Effect<Id> {
  const found = effectOf(id) as unknown as Effect<Id> | undefined
  if (!found) throw new Error(`the model does not know ${id} yet`)
  return found
}

function callerNamed(by: ActorSeed | string): Caller {
  if (typeof by === 'string') throw new Impossible('unknown', 'no door knows this secret')
  const { userId, label, email, organization, role, permissions = [] } = by
  return { userId, label, email, org: organization, role, permissions, scope: undefined }
}

/** What an effect works with when somebody asks in a story. */
class AskedContext extends Draft {
  readonly caller: Caller
  readonly credential: string | undefined
  readonly parameters: Readonly<Record<string, string>>
  readonly body: unknown
  readonly query = {}
  readonly violations = []

  constructor(here: Draft, caller: Caller, credential: string | undefined, { parameters = {}, body }: Asking) {
    super(here)
    this.caller = caller
    this.credential = credential
    this.parameters = parameters
    this.body = body
  }

  the<Name extends TableName>(entity: Name): Rows[Name] {
    return named(this, entity, this.caller.org, Object.values(this.parameters))
  }
}

/** The row that path parameters name: its key is the organization and so many of them as it takes. */
function named<Name extends TableName>(here: Draft, entity: Name, org: string, path: readonly string[]): Rows[Name] {
  for (let length = path.length; length >= 0; length--) {
    const row = here.get(entity, org, ...path.slice(0, length))
    if (row) return row
  }
  throw new Impossible('unknown', `there is no ${entity} ${path.join(' ')}`)
}
