import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Received } from '../../target/exchange.ts'
import { parseBounded } from '../../target/parse-bounded.ts'
import { received } from '../../target/received.ts'
import { isOrdinary } from './ordinary.ts'
import type { PseudonymizedExchange } from './pseudonymizer.ts'
import type { TimedExchange } from './timed-exchange.ts'
import { worldOf } from './world-of.ts'

/** A parsed exchange that called an operation of the API. */
export interface Call {
  /** Number of the call, in the order in which calls ended. */
  readonly number: number
  readonly exchange: PseudonymizedExchange
  readonly operation: Operation
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly received: Received
}

/** The call of an exchange; undefined if it did not call an operation of the API, or not in the ordinary way. */
export function callOf(contract: Contract, exchange: PseudonymizedExchange, number: number): Call | undefined {
  const { method, path, body, status, answerHeaders, answer } = exchange
  if (!isOrdinary(exchange)) return undefined
  const [pathname = '', search = ''] = path.split(/\?(.*)/s)
  const route = contract.routes.match(method, pathname)
  if (route.found !== 'operation') return undefined
  return {
    number,
    exchange,
    operation: route.operation,
    parameters: route.parameters,
    query: Object.fromEntries(new URLSearchParams(search)),
    body: body === '' ? undefined : parseBounded(body),
    received: received(status, answerHeaders, answer),
  }
}

/** Whether an exchange called an operation of the API, and can be judged. */
export function isCall(contract: Contract, exchange: TimedExchange): boolean {
  const [pathname = ''] = worldOf(exchange).path.split('?', 1)
  const isJudged = exchange.isWhole !== false && isOrdinary(exchange)
  return isJudged && contract.routes.match(exchange.method, pathname).found === 'operation'
}

export const isRead = ({ operation: { does } }: Call): boolean => does === 'read' || does === 'list'

/** True for an accepted write: the world may have changed. */
export const hasEffect = (call: Call): boolean => !isRead(call) && call.received.status < 300

/** True for a write that failed with 5xx: it is unknown whether it took effect. */
export const mayHaveEffect = (call: Call): boolean => !isRead(call) && call.received.status >= 500

/** Whether two calls overlap in time. */
export const overlap = (one: Call, other: Call): boolean =>
  one.exchange.startedMs <= other.exchange.endedMs && other.exchange.startedMs <= one.exchange.endedMs
