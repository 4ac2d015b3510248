import type { Answer, WireRequest } from './http/wire.ts'

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

/** The same answers, with somebody hearing of each exchange. */
export function observed(
  answer: (request: WireRequest) => Answer,
  tell: (exchange: Exchange) => void = () => {},
): (request: WireRequest) => Answer {
  return (request) => {
    const start = performance.now()
    const given = answer(request)
    const { operation, rules, gaps } = given.why
    const { method, target } = request
    tell({ method, target, operation, status: given.status, rules, gaps, ms: performance.now() - start })
    return given
  }
}
