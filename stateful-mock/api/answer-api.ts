import type { GapReader } from '../gaps/gap-reader.ts'
import { compose } from '../http/compose.ts'
import { parseTarget } from '../http/request-target.ts'
import { route } from '../http/route.ts'
import type { Answer, WireRequest } from '../http/wire.ts'
import type { Sandbox } from '../sandboxes/mock.ts'
import { answerUnrouted } from './answer-unrouted.ts'
import { answerOnce } from './steps/answer-once.ts'
import { type ApiStep, unlessDryRun } from './steps/api-exchange.ts'
import { checkIdToken } from './steps/check-id-token.ts'
import { checkIfMatch } from './steps/check-if-match.ts'
import { decideAnswer } from './steps/decide-answer.ts'
import { forceAnswer } from './steps/force-answer.ts'
import { identifyCaller } from './steps/identify-caller.ts'
import { injectFault } from './steps/inject-fault.ts'
import { limitRate } from './steps/limit-rate.ts'
import { readInput } from './steps/read-input.ts'
import { refuseUnmodelled } from './steps/refuse-unmodelled.ts'
import { tagAnswer } from './steps/tag-answer.ts'

/** What happens to a request to an operation, in this order, before the model decides. */
const STEPS: readonly ApiStep[] = [
  forceAnswer,
  refuseUnmodelled,
  identifyCaller,
  injectFault,
  unlessDryRun(limitRate),
  unlessDryRun(answerOnce),
  unlessDryRun(tagAnswer),
  readInput,
  checkIdToken,
  checkIfMatch,
]

const answerOperation = compose(STEPS, decideAnswer)

/** A request to the API, from its path to its answer. */
export function answerApi(sandbox: Sandbox, request: WireRequest, gaps: GapReader): Answer {
  const { path, query: queryText } = parseTarget(request.target)
  const routed = route(sandbox.contract, request.method, path, gaps)
  if (routed.found !== 'operation') return answerUnrouted(sandbox, request, routed, gaps)
  const { operation, parameters } = routed
  return answerOperation({
    sandbox,
    request,
    queryText,
    gaps,
    operation,
    parameters,
    credential: undefined,
    query: NO_QUERY,
    body: undefined,
    dryRun: false,
  })
}

const NO_QUERY = {}
