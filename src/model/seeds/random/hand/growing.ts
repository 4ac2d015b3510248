import type { Contract } from '../../../../contract/contract.ts'
import { advance } from '../../../advance.ts'
import { ImpossibleEvent } from '../../../areas/event-answer.ts'
import { decide, decideEvent, type OutsideEvent } from '../../../decide.ts'
import type {
  EventAnswer,
  EventName,
  OperationId,
  RequestBody,
  ResponseBody,
} from '../../../request/operation-types.ts'
import type { Choices } from '../../../world/choices.ts'
import { OpenTransaction } from '../../../world/open-transaction.ts'
import type { Transaction } from '../../../world/transaction.ts'
import { TransactionContext } from '../../../world/transaction-context.ts'
import { apply, type Change, type World } from '../../../world/world.ts'
import type { Dice } from '../../kit/dice.ts'

/** A request of somebody in a growing world. */
export interface Request<Id extends OperationId> {
  readonly credential: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly body?: RequestBody<Id>
}

interface Waiting {
  readonly atMs: number
  readonly what: () => void
}

/** A world on its way from the past to the present, with what has been begun in it and goes on later. */
export class Growing {
  readonly choices: Choices
  readonly contract: Contract
  readonly dice: Dice
  /** Where the names of this world begin among all there are. */
  readonly salt: number
  readonly endMs: number
  #world: World
  /** The next one at the end. */
  readonly #waiting: Waiting[] = []
  readonly #ordinals = new Map<string, number>()

  constructor(start: World, spanMs: number, how: Pick<Growing, 'choices' | 'contract' | 'dice' | 'salt'>) {
    this.endMs = start.nowMs
    this.#world = { ...start, nowMs: start.nowMs - spanMs }
    this.choices = how.choices
    this.contract = how.contract
    this.dice = how.dice
    this.salt = how.salt
  }

  get world(): World {
    return this.#world
  }

  /** Counts the things of a kind, from zero. */
  ordinal(kind: string): number {
    const next = this.#ordinals.get(kind) ?? 0
    this.#ordinals.set(kind, next + 1)
    return next
  }

  /** Undefined: it is refused, under the gaps in force or as things are. */
  ask<Id extends OperationId>(id: Id, request: Request<Id>): ResponseBody<Id> | undefined {
    const operation = this.contract.operations.get(id) ?? this.contract.doors.get(id)
    if (!operation) return undefined
    const { credential, parameters = {}, body } = request
    const outcome = decide(this.#world, { operation, credential, parameters, query: {}, body }, this.choices)
    if (outcome.kind !== 'success') return undefined
    this.#change(outcome.changes)
    return outcome.body as ResponseBody<Id>
  }

  /** Undefined: it cannot happen. */
  happens<Name extends EventName>(event: OutsideEvent<Name>): EventAnswer<Name> | undefined {
    try {
      const { answer, changes } = decideEvent(this.#world, event, this.choices)
      this.#change(changes)
      return answer
    } catch (error) {
      if (error instanceof ImpossibleEvent) return undefined
      throw error
    }
  }

  /** Changes what neither a request nor an event can. */
  meddle(change: (here: Transaction) => void): void {
    const transaction = new OpenTransaction(this.#world, this.choices)
    change(new TransactionContext(transaction))
    this.#change(transaction.changes)
  }

  /** Something that goes on later; what comes after the present has not happened yet. */
  later(atMs: number, what: () => void): void {
    if (atMs > this.endMs) return
    const one = { atMs: Math.round(atMs), what }
    let low = 0
    let high = this.#waiting.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#waiting[middle]?.atMs ?? 0) > one.atMs) low = middle + 1
      else high = middle
    }
    this.#waiting.splice(low, 0, one)
  }

  /** Lets time pass, and what falls into it happen. */
  passUntil(toMs: number): void {
    for (let next = this.#waiting.at(-1); next && next.atMs <= toMs; next = this.#waiting.at(-1)) {
      this.#waiting.pop()
      this.#goTo(next.atMs)
      next.what()
    }
    this.#goTo(toMs)
  }

  #goTo(toMs: number): void {
    if (toMs > this.#world.nowMs) this.#change(advance(this.#world, toMs, this.choices).changes)
  }

  #change(changes: readonly Change[]): void {
    this.#world = apply(this.#world, changes)
  }
}
