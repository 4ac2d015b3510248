import { isControl } from './control/prefix.ts'
import type { Answer, WireRequest } from './http/wire.ts'
import type { Mock } from './mock.ts'

/** A request and its answer, as a log tells of them. */
export interface Exchange {
  readonly method: string
  readonly target: string
  readonly operation: string | undefined
  readonly status: number
  readonly rules: readonly string[]
  readonly gaps: readonly string[]
  readonly ms: number
}

/** The same answers, noted in the request log, with somebody hearing of each exchange. */
export function observed(
  mock: Mock,
  answer: (request: WireRequest) => Answer,
  tell?: (exchange: Exchange) => void,
): (request: WireRequest) => Answer {
  return (request) => {
    const start = performance.now()
    const given = answer(request)
    const ms = performance.now() - start
    if (!isControl(request.target)) mock.requests.add(request, given, mock.holder.lookedAt.nowMs, ms)
    if (tell) tell(exchange(request, given, ms))
    return given
  }
}

function exchange({ method, target }: WireRequest, { status, why }: Answer, ms: number): Exchange {
  const { operation, rules, gaps } = why
  return { method, target, operation, status, rules, gaps, ms }
}
