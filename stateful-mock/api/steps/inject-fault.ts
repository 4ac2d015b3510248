import type { Operation } from '../../../src/contract/operations.ts'
import { delaysOnly, type InjectedFault } from '../../faults/fault.ts'
import type { GapReader } from '../../gaps/gap-reader.ts'
import { STATUS_CODES } from '../../http/node-http.ts'
import { errorAnswer } from '../../http/problem.ts'
import { type Answer, uncached } from '../../http/wire.ts'

/**
 * The answer to a request that a fault strikes. Spoiled, it does its work only where the fault lets it; otherwise
 * it is worked out what the answer would have been, and the world stays as it is.
 */
export function struck(
  strike: InjectedFault,
  operation: Operation,
  ask: GapReader,
  answer: (how: 'for real' | 'on paper') => Answer,
): Answer {
  const usual = answer(delaysOnly(strike) || strike.takesEffect ? 'for real' : 'on paper')
  const given = strike.status === undefined ? usual : failure(strike, strike.status, operation, usual, ask)
  const { fault, delayMs, drop, truncateAfterBytes } = strike
  return {
    ...uncached(given),
    why: { ...given.why, fault },
    transportFault: { delayMs, drop, ...(truncateAfterBytes !== undefined && { truncateAfterBytes }) },
  }
}

/** Every error has the one body that the contract states (Errors); what really happened stays with it. */
function failure(
  { error, fault }: InjectedFault,
  status: number,
  operation: Operation,
  { why }: Answer,
  ask: GapReader,
): Answer {
  const message = error ?? `${STATUS_CODES[status] ?? 'a failure'}, because the fault ${fault} is armed`
  const entry = why.entry === undefined ? {} : { entry: why.entry }
  const headers: Answer['headers'] =
    COMES_BACK.has(status) && ask.gap('general.retry-after') ? { 'Retry-After': '1' } : {}
  const answer = errorAnswer(
    { status, code: 'armed-fault', message },
    ask,
    { operation: operation.id, ...entry },
    headers,
  )
  return error === undefined ? answer : { ...answer, body: withText(answer.body, error) }
}

/** Statuses that say when to try again. */
const COMES_BACK = new Set([429, 503])

/** The text somebody asked for, whatever the gaps say about texts. */
function withText(body: string | undefined, error: string): string {
  return JSON.stringify({ ...(JSON.parse(body ?? '{}') as object), error })
}
