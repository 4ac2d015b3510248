import type { ArazzoStep } from '../arazzo.ts'
import type { Scope } from '../criteria/expression.ts'
import type { Called } from '../scenario.ts'
import type { Busy, ReplayTarget } from './replay-target.ts'

/** The time limit and the interval of repeated attempts. */
export interface Patience {
  readonly everySeconds: number
  readonly seconds: number
  /** The remaining time to wait for a busy target; nobody waits for a mock. */
  readonly busy: Busy | undefined
}

/** Seconds, where a profile names no deadline of its own. */
const USUAL: Readonly<Record<string, number>> = {
  request: 10,
  provisioning: 900,
  roll: 900,
  teardown: 900,
  verification: 600,
  delivery: 600,
  probe: 600,
}
const PAUSE = 1

export function patienceOf(step: ArazzoStep, { operation }: Called, { kind, contract, busy }: ReplayTarget): Patience {
  const [retry] = step.onFailure ?? []
  const eventual = step['x-understudy']?.eventual
  const everySeconds = Math.max(retry?.retryAfter ?? PAUSE, 0.1)
  if (eventual !== undefined)
    return { everySeconds, seconds: contract.profile.deadlines[eventual] ?? USUAL[eventual] ?? 0, busy }
  if (retry) return { everySeconds, seconds: everySeconds * (retry.retryLimit ?? 1), busy }
  // A read that is stale may still catch up within the settle time.
  const settles = kind === 'target' && operation.method === 'GET' ? contract.profile.settle : 0
  return { everySeconds: Math.min(0.2, settles || 0.2), seconds: settles, busy }
}

/** Seconds until the next attempt; undefined when it is time to give up. */
export function retryPause(
  { everySeconds, seconds, busy }: Patience,
  waited: number,
  response: Scope['response'],
): number | undefined {
  if (busy && response?.status === 429) {
    const asked = Number(response.headers['retry-after'] ?? 1)
    const pause = Number.isFinite(asked) ? Math.max(asked, 0.1) : 1
    if (pause > busy.leftSeconds) return undefined
    busy.leftSeconds -= pause
    return pause
  }
  return waited + everySeconds <= seconds + 1e-9 ? everySeconds : undefined
}
