import type { Answer, WireRequest } from '../http/wire.ts'
import type { Sandbox } from '../sandboxes/mock.ts'
import type { Handled } from './answer-request.ts'
import { isConsole } from './steps/serve-console.ts'

/** A request and its answer, for a log. */
export interface Exchange {
  readonly method: string
  readonly target: string
  readonly operation: string | undefined
  readonly status: number
  readonly rules: readonly string[]
  readonly gaps: readonly string[]
  readonly ms: number
}

/** The same answers, noted in the request log of their sandbox, with somebody hearing of each exchange. */
export function withExchangeLog(
  handle: (request: WireRequest) => Handled,
  onExchange?: (exchange: Exchange) => void,
): (request: WireRequest) => Answer | Promise<Answer> {
  return (request) => {
    const start = performance.now()
    const { answer, sandbox } = handle(request)
    const note = (given: Answer): Answer => {
      const ms = performance.now() - start
      if (sandbox && !isConsole(request.target)) logged(sandbox, request, given, ms)
      if (onExchange) onExchange(exchange(request, given, ms))
      return given
    }
    return answer instanceof Promise ? answer.then(note) : note(answer)
  }
}

function logged({ requestLog, holder, events }: Sandbox, request: WireRequest, answer: Answer, ms: number): void {
  const atMs = holder.lookedAtMs
  const id = requestLog.add({ request, answer, atMs, entries: holder.entries, ms })
  events.publish('request', () => ({ id, request, answer, atMs, ms }))
}

function exchange({ method, target }: WireRequest, { status, why }: Answer, ms: number): Exchange {
  const { operation, rules, gaps } = why
  return { method, target, operation, status, rules, gaps, ms }
}
