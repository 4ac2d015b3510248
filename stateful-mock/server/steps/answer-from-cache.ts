import { cacheKey } from '../../http/answer-cache.ts'
import type { SandboxExchange, SandboxStep } from './sandbox-exchange.ts'

/** Repeats the answer to the same read of a world that has not changed in what the read looked at. */
export const answerFromCache: SandboxStep = (exchange, next) => {
  const { answerCache, holder } = exchange.sandbox
  const key = keyOf(exchange)
  if (key === undefined) return next(exchange)
  const cached = answerCache.get(key, holder.glance, holder.gaps.version)
  if (cached) return cached
  const answer = next(exchange)
  answerCache.add(key, answer, holder.lastGlance, holder.gaps.version)
  return answer
}

/** Undefined where the answer depends on more than the request and the world: a default caller, or an armed fault. */
function keyOf({ sandbox, request, heldUpBy }: SandboxExchange): string | undefined {
  return sandbox.defaultCredential === undefined && !sandbox.faults.any && !heldUpBy
    ? cacheKey(request, sandbox.significantHeaders())
    : undefined
}
