import type { GapReader } from '../../gaps/gap-reader.ts'
import { errorAnswer } from '../../http/problem.ts'
import { type Answer, uncached } from '../../http/wire.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'
import { perWorld } from '../../world/per-world.ts'

interface Window {
  readonly startMs: number
  count: number
}

const MOST_CALLERS = 10_000
const windowsOf = perWorld(() => new Map<string, Window>())

/** The answer, unless the caller has asked too often by the world's clock. An answer that counts is made each time. */
export function withinRateLimit(
  { holder }: Sandbox,
  { operation, credential = '' }: { readonly operation: string; readonly credential: string | undefined },
  ask: GapReader,
  answer: () => Answer,
): Answer {
  if (holder.gaps.value('general.rate-limit') === null) return answer()
  const limit = ask.gap('general.rate-limit')
  if (limit === null) return answer()
  const { nowMs } = holder.glance
  const lengthMs = limit.seconds * 1000
  const window = presentWindow(windowsOf(holder), credential, nowMs, lengthMs)
  window.count += 1
  if (window.count <= limit.requests) return uncached(answer())
  const seconds = Math.ceil((window.startMs + lengthMs - nowMs) / 1000)
  const headers: Answer['headers'] = ask.gap('general.retry-after') ? { 'Retry-After': String(seconds) } : {}
  const message = `more than ${limit.requests} requests in ${limit.seconds} seconds; try again in ${seconds}`
  const problem = { status: ask.gap('general.rate-limit-status'), code: 'rate-limit', message }
  return errorAnswer(problem, ask, { operation }, headers)
}

function presentWindow(windows: Map<string, Window>, caller: string, nowMs: number, lengthMs: number): Window {
  const known = windows.get(caller)
  if (known && nowMs >= known.startMs && nowMs < known.startMs + lengthMs) return known
  if (windows.size >= MOST_CALLERS) windows.clear()
  const window = { startMs: nowMs, count: 0 }
  windows.set(caller, window)
  return window
}
