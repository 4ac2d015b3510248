import { answerApi } from '../api/answer-api.ts'
import { GapReader } from '../gaps/gap-reader.ts'
import { compose } from '../http/compose.ts'
import type { InjectedFault } from '../http/injected-fault.ts'
import type { Answer, WireRequest } from '../http/wire.ts'
import type { Sandbox } from '../sandboxes/mock.ts'
import { answerAsterisk } from './steps/answer-asterisk.ts'
import { answerFromCache } from './steps/answer-from-cache.ts'
import { nameReasons } from './steps/name-reasons.ts'
import type { SandboxStep } from './steps/sandbox-exchange.ts'
import { serveConsole } from './steps/serve-console.ts'
import { serveDescription } from './steps/serve-description.ts'
import { shareWithOrigin } from './steps/share-with-origin.ts'

/** The steps of a request in a sandbox, in order, before the API answers it. */
const STEPS: readonly SandboxStep[] = [
  answerFromCache,
  nameReasons,
  answerAsterisk,
  shareWithOrigin,
  serveConsole,
  serveDescription,
]

const answer = compose(STEPS, answerApi)

/** Any request but one to the control interface, in a sandbox; there is no answer yet where a fault holds it up. */
export const answerIn = (sandbox: Sandbox, request: WireRequest): Answer =>
  answer({ sandbox, request, gaps: new GapReader(sandbox.holder.gaps) })

/** The same, with the time that a fault takes. */
export function answerInTime(sandbox: Sandbox, request: WireRequest): Answer | Promise<Answer> {
  const given = answerIn(sandbox, request)
  return given.heldUpBy ? decidedLater(sandbox, request, given.heldUpBy) : given
}

/**
 * A credential revoked while a request was in flight is revoked for it too (Endpoints, On-call, 17; Uptime, row 17).
 */
async function decidedLater(sandbox: Sandbox, request: WireRequest, heldUpBy: InjectedFault): Promise<Answer> {
  await new Promise((resolve) => setTimeout(resolve, heldUpBy.delayMs))
  return answer({ sandbox, request, gaps: new GapReader(sandbox.holder.gaps), heldUpBy })
}
