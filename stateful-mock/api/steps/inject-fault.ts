import { delaysOnly, type InjectedFault } from '../../http/injected-fault.ts'
import { errorAnswer } from '../../http/problem.ts'
import { REASON_PHRASES } from '../../http/reason-phrases.ts'
import { type Answer, emptyAnswer, uncached, type Why } from '../../http/wire.ts'
import type { ApiExchange, ApiStep } from './api-exchange.ts'

/**
 * Lets an armed fault hit the request. One that delays holds it up before it is decided. Unless the fault only delays, or says that it takes effect, the answer is
 * worked out by a dry run: the world stays as it is.
 */
export const injectFault: ApiStep = (exchange, next) => {
  const { sandbox, operation } = exchange
  const injected = exchange.heldUpBy ?? (sandbox.faults.any ? sandbox.faults.inject(operation) : undefined)
  if (!injected) return next(exchange)
  if (injected.delayMs > 0 && !exchange.heldUpBy) return { ...emptyAnswer(202), heldUpBy: injected }
  const usual = next({ ...exchange, dryRun: !delaysOnly(injected) && !injected.takesEffect })
  const given = injected.status === undefined ? usual : failure(exchange, injected, injected.status, usual.why)
  const { fault, drop, truncateAfterBytes } = injected
  return {
    ...uncached(given),
    why: { ...given.why, fault },
    transportFault: { drop, ...(truncateAfterBytes !== undefined && { truncateAfterBytes }) },
  }
}

/** Every error has the one body that the contract states (Errors); the journal entry of the real answer stays with it. */
function failure({ operation, gaps }: ApiExchange, injected: InjectedFault, status: number, why: Why): Answer {
  const { error, fault } = injected
  const message = error ?? `${REASON_PHRASES[status] ?? 'a failure'}, because the fault ${fault} is armed`
  const entry = why.entry === undefined ? {} : { entry: why.entry }
  const headers: Answer['headers'] =
    RETRYABLE.has(status) && gaps.read('general.retry-after') ? { 'Retry-After': '1' } : {}
  const problem = { status, code: 'armed-fault', message }
  const answer = errorAnswer(problem, gaps, { operation: operation.id, ...entry }, headers)
  return error === undefined ? answer : { ...answer, body: withText(answer.body, error) }
}

/** Statuses that say when to try again. */
const RETRYABLE = new Set([429, 503])

/** The body with the text that the fault asks for, whatever the gaps say about texts. */
function withText(body: string | undefined, error: string): string {
  return JSON.stringify({ ...(JSON.parse(body ?? '{}') as object), error })
}
