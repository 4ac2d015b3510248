import type { Answer } from './wire.ts'

export type Next<Exchange> = (exchange: Exchange) => Answer

/** One step of a request: answers it, or passes it on, and may change what comes back. */
export type Step<Exchange> = (exchange: Exchange, next: Next<Exchange>) => Answer

/** The steps in order, as one function; `last` answers what all of them passed on. */
export const compose = <Exchange>(steps: readonly Step<Exchange>[], last: Next<Exchange>): Next<Exchange> =>
  steps.reduceRight<Next<Exchange>>((next, step) => (exchange) => step(exchange, next), last)
