import type { Operation } from '../../src/contract/operations.ts'
import { type Dice, makeDice } from '../../src/model/seeds/kit/dice.ts'
import type { InjectedFault, InjectedResponse } from '../http/injected-fault.ts'
import { instant } from '../time/instant.ts'
import type { Fault, FaultRequest } from './fault.ts'
import { type FaultCandidate, matches } from './request-match.ts'

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

  /** True if any fault is armed. */
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

  /** Disarms a fault; false if there was none. */
  disarm(id: string): boolean {
    const left = this.#armed.filter((armed) => armed.id !== id)
    const found = left.length < this.#armed.length
    this.#armed = left
    return found
  }

  clear(): void {
    this.#armed = []
  }

  /** The fault for a request; of several that match, the oldest that triggers. */
  inject(operation: Operation, candidate: FaultCandidate): InjectedFault | undefined {
    const armed = this.#armed.find((one) => fits(one, operation, candidate) && strikes(one))
    if (!armed) return undefined
    armed.hits += 1
    const { latency, drop = false, truncateAfterBytes, takesEffect = false } = armed.request
    const delayMs = latency ? delay(latency, armed.dice) : 0
    return { fault: armed.id, response: responseOf(armed.request), delayMs, drop, truncateAfterBytes, takesEffect }
  }
}

function fits(
  { request: { where, match, times }, hits }: Armed,
  operation: Operation,
  candidate: FaultCandidate,
): boolean {
  if (times !== undefined && hits >= times) return false
  if (where.operation !== undefined && where.operation !== operation.id) return false
  if (where.area !== undefined && where.area !== operation.area) return false
  return !match || matches(match, candidate)
}

function responseOf({ status, error, body, jsonBody, headers = {} }: FaultRequest): InjectedResponse | undefined {
  if (status === undefined) return undefined
  if (body !== undefined) return { status, headers, error, content: { type: 'text/plain; charset=utf-8', text: body } }
  if (jsonBody === undefined) return { status, headers, error, content: undefined }
  return {
    status,
    headers,
    error,
    content: { type: 'application/json; charset=utf-8', text: JSON.stringify(jsonBody) },
  }
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
