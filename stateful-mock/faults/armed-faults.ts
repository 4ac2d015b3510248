import type { Operation } from '../../src/contract/operations.ts'
import { type Dice, makeDice } from '../../src/model/seeds/kit/dice.ts'
import type { InjectedFault } from '../http/injected-fault.ts'
import { instant } from '../time/instant.ts'
import type { Fault, FaultRequest } from './fault.ts'

interface Armed {
  readonly id: string
  readonly request: FaultRequest
  readonly armedAtMs: number
  /** Its own, so that the same requests meet the same strikes whatever else is armed. */
  readonly dice: Dice
  hits: number
}

/** The faults of one sandbox, oldest first. They are not part of the world: a strike never leaves it half changed. */
export class ArmedFaults {
  #armed: Armed[] = []
  #last = 0

  /** Whether any could strike at all. */
  get any(): boolean {
    return this.#armed.length > 0
  }

  arm(request: FaultRequest, armedAtMs: number): Fault {
    this.#last += 1
    const armed = { id: `flt_${this.#last}`, request, armedAtMs, dice: makeDice(this.#last), hits: 0 }
    this.#armed.push(armed)
    return shown(armed)
  }

  list(): Fault[] {
    return this.#armed.map(shown)
  }

  /** Whether there was one. */
  disarm(id: string): boolean {
    const left = this.#armed.filter((armed) => armed.id !== id)
    const found = left.length < this.#armed.length
    this.#armed = left
    return found
  }

  clear(): void {
    this.#armed = []
  }

  /** What happens to a request; of several faults that fit, the oldest that strikes. */
  inject(operation: Operation): InjectedFault | undefined {
    const armed = this.#armed.find((one) => fits(one, operation) && strikes(one))
    if (!armed) return undefined
    armed.hits += 1
    const { status, error, latency, drop = false, truncateAfterBytes, takesEffect = false } = armed.request
    const delayMs = latency ? delay(latency, armed.dice) : 0
    return { fault: armed.id, status, error, delayMs, drop, truncateAfterBytes, takesEffect }
  }
}

function fits({ request: { where, times }, hits }: Armed, { id, area }: Operation): boolean {
  if (times !== undefined && hits >= times) return false
  if ('operation' in where) return where.operation === id
  return 'area' in where ? where.area === area : true
}

/** One throw for every request it fits. */
const strikes = ({ request: { probability = 1 }, dice }: Armed): boolean =>
  probability === 1 || dice.share() < probability

function delay(latency: NonNullable<FaultRequest['latency']>, dice: Dice): number {
  return 'ms' in latency ? latency.ms : dice.between(latency.minMs, latency.maxMs)
}

function shown({ id, request, armedAtMs, hits }: Armed): Fault {
  const { times } = request
  const remaining = times === undefined ? {} : { remaining: times - hits }
  return { id, ...request, ...remaining, hits, armedAt: instant(armedAtMs) }
}
