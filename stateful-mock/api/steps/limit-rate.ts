import { errorAnswer } from '../../http/problem.ts'
import { type Answer, uncached } from '../../http/wire.ts'
import { perWorld } from '../../world/per-world.ts'
import type { ApiStep } from './api-exchange.ts'

interface Window {
  readonly startMs: number
  count: number
}

const MOST_CALLERS = 10_000
const windowsOf = perWorld(() => new Map<string, Window>())

/** Refuses a caller who asks too often by the world's clock. An answer that counts is never answered from the cache. */
export const limitRate: ApiStep = (exchange, next) => {
  const { sandbox, operation, credential = '', gaps } = exchange
  const { holder } = sandbox
  // Named as consulted only where there is a limit.
  if (holder.gaps.value('general.rate-limit') === null) return next(exchange)
  const limit = gaps.read('general.rate-limit')
  if (limit === null) return next(exchange)
  const { nowMs } = holder.glance
  const lengthMs = limit.seconds * 1000
  const window = presentWindow(windowsOf(holder), credential, nowMs, lengthMs)
  window.count += 1
  if (window.count <= limit.requests) return uncached(next(exchange))
  const seconds = Math.ceil((window.startMs + lengthMs - nowMs) / 1000)
  const headers: Answer['headers'] = gaps.read('general.retry-after') ? { 'Retry-After': String(seconds) } : {}
  const message = `more than ${limit.requests} requests in ${limit.seconds} seconds; try again in ${seconds}`
  const problem = { status: gaps.read('general.rate-limit-status'), code: 'rate-limit', message }
  return errorAnswer(problem, gaps, { operation: operation.id }, headers)
}

function presentWindow(windows: Map<string, Window>, caller: string, nowMs: number, lengthMs: number): Window {
  const known = windows.get(caller)
  if (known && nowMs >= known.startMs && nowMs < known.startMs + lengthMs) return known
  if (windows.size >= MOST_CALLERS) windows.clear()
  const window = { startMs: nowMs, count: 0 }
  windows.set(caller, window)
  return window
}
