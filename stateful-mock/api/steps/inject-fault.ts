import { actorNameOf } from '../../actors/mock-callers.ts'
import { delaysOnly, type InjectedFault, type InjectedResponse } from '../../http/injected-fault.ts'
import { errorAnswer } from '../../http/problem.ts'
import { REASON_PHRASES } from '../../http/reason-phrases.ts'
import { type Answer, emptyAnswer, uncached, type Why } from '../../http/wire.ts'
import type { ApiExchange, ApiStep } from './api-exchange.ts'

/**
 * Lets an armed fault hit the request. One that delays holds it up before it is decided. Unless the fault only delays, or
 * says that it takes effect, the answer is worked out by a dry run: the world stays as it is.
 */
export const injectFault: ApiStep = (exchange, next) => {
  const injected = exchange.heldUpBy ?? faultFor(exchange)
  if (!injected) return next(exchange)
  if (injected.delayMs > 0 && !exchange.heldUpBy) return { ...emptyAnswer(202), heldUpBy: injected }
  const usual = next({ ...exchange, dryRun: !delaysOnly(injected) && !injected.takesEffect })
  const { fault, response, drop, truncateAfterBytes } = injected
  const given = response ? replaced(exchange, fault, response, usual.why) : usual
  return {
    ...uncached(given),
    why: { ...given.why, fault },
    transportFault: { drop, ...(truncateAfterBytes !== undefined && { truncateAfterBytes }) },
  }
}

function faultFor({ sandbox, operation, request, credential }: ApiExchange): InjectedFault | undefined {
  const { faults, holder } = sandbox
  if (!faults.any) return undefined
  return faults.inject(operation, { request, actor: () => actorNameOf(sandbox, holder.glance, credential) })
}

/** The journal entry of the real answer stays with the one that is given. */
function replaced(exchange: ApiExchange, fault: string, response: InjectedResponse, { entry }: Why): Answer {
  const { status, content, headers } = response
  const why = { rules: [], gaps: [], operation: exchange.operation.id, ...(entry !== undefined && { entry }) }
  const answer: Answer = content
    ? { status, headers: { 'Content-Type': content.type }, body: content.text, why }
    : errorOf(exchange, fault, response, why)
  return { ...answer, headers: withHeaders(answer.headers, headers) }
}

/** Every error has the one body that the contract states (Errors). */
function errorOf({ gaps }: ApiExchange, fault: string, { status, error }: InjectedResponse, why: Why): Answer {
  const message = error ?? `${REASON_PHRASES[status] ?? 'a failure'}, because the fault ${fault} is armed`
  const headers: Answer['headers'] =
    RETRYABLE.has(status) && gaps.read('general.retry-after') ? { 'Retry-After': '1' } : {}
  const answer = errorAnswer({ status, code: 'armed-fault', message }, gaps, why, headers)
  return error === undefined ? answer : { ...answer, body: withText(answer.body, error) }
}

/** Statuses that say when to try again. */
const RETRYABLE = new Set([429, 503])

/** The body with the text that the fault asks for, whatever the gaps say about texts. */
function withText(body: string | undefined, error: string): string {
  return JSON.stringify({ ...(JSON.parse(body ?? '{}') as object), error })
}

/** A header of the fault replaces one of the same name, however that is written. */
function withHeaders(usual: Answer['headers'], added: Answer['headers']): Answer['headers'] {
  const names = new Set(Object.keys(added).map((name) => name.toLowerCase()))
  const kept = Object.entries(usual).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...added }
}
