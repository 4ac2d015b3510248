import { parseBounded } from '../../target/parse-bounded.ts'
import type { TimedExchange } from './timed-exchange.ts'

/**
 * Whether an exchange is a request as the contract describes it, with the response of the operation itself. Headers can ask
 * for something else, which the contract says nothing about: a part of the response, or none if it has not changed.
 */
export const isOrdinary = (exchange: TimedExchange): boolean =>
  !isRedirected(exchange) && !isPartial(exchange) && !isForced(exchange) && isPlainPath(exchange) && hasJson(exchange)

/** Redirects, and 304 if the caller's copy is still valid. */
const isRedirected = ({ status }: TimedExchange): boolean => status >= 300 && status < 400

const isPartial = ({ status }: TimedExchange): boolean => status === 206

/** The caller of a mock chose the status. */
const isForced = ({ headers }: TimedExchange): boolean => /\bcode\s*=/.test(headers.prefer ?? '')

/** A path with a slash at its end may be another one. */
const isPlainPath = ({ path }: TimedExchange): boolean => !/\/(?:\?|$)/.test(path)

/** Bodies are JSON; what a target makes of other formats is its own business. */
const hasJson = ({ headers, body }: TimedExchange): boolean =>
  body === '' || /\bjson\b/.test(headers['content-type'] ?? 'json') || parseBounded(body) !== undefined
