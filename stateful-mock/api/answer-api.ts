import { compose } from '../http/compose.ts'
import { parseTarget } from '../http/request-target.ts'
import { route } from '../http/route.ts'
import type { Answer } from '../http/wire.ts'
import { answerUnrouted } from './answer-unrouted.ts'
import { answerOnce } from './steps/answer-once.ts'
import { type ApiExchange, type ApiStep, unlessDryRun } from './steps/api-exchange.ts'
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

/** The steps of a request to an operation, in order, before the model decides. */
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

type Asked = Pick<ApiExchange, 'sandbox' | 'request' | 'gaps' | 'heldUpBy'>

/** A request to the API, from its path to its answer. */
export function answerApi({ sandbox, request, gaps, heldUpBy }: Asked): Answer {
  const { path, query: queryText } = parseTarget(request.target)
  const routed = route(sandbox.contract, request.method, path, gaps)
  if (routed.found !== 'operation') return answerUnrouted(sandbox, request, routed, gaps)
  const { operation, parameters } = routed
  return answerOperation({
    sandbox,
    request,
    queryText,
    gaps,
    heldUpBy,
    operation,
    parameters,
    credential: undefined,
    query: NO_QUERY,
    body: undefined,
    dryRun: false,
  })
}

const NO_QUERY = {}
