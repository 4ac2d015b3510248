import type { Operation } from '../../src/contract/operations.ts'
import { responseFor } from '../../src/contract/operations.ts'
import type { AppliedRefusal, ModelRequest, Outcome } from '../../src/model/decide.ts'
import { modelled } from '../../src/model/model.ts'
import { STAGES } from '../../src/model/rules/rule.ts'
import type { GapReader } from '../gaps/gap-reader.ts'
import { errorAnswer, type Problem } from '../http/problem.ts'
import { parseTarget } from '../http/request-target.ts'
import { route } from '../http/route.ts'
import { type Answer, emptyAnswer, jsonAnswer, type Why, type WireRequest } from '../http/wire.ts'
import { callerCredential } from '../sandboxes/caller-credential.ts'
import type { Sandbox } from '../sandboxes/mock.ts'
import { acceptProblem } from './steps/acceptable.ts'
import { withEtag } from './steps/etag.ts'
import { forcedAnswer } from './steps/forced-answer.ts'
import { withBelievedToken } from './steps/id-token.ts'
import { answeredOnce } from './steps/idempotency.ts'
import { ifMatchProblem } from './steps/if-match.ts'
import { struck } from './steps/inject-fault.ts'
import { readJsonBody } from './steps/json-body.ts'
import { readQuery } from './steps/query-parameters.ts'
import { withinRateLimit } from './steps/rate-limit.ts'
import { answerUnrouted } from './unrouted.ts'

/** A request to the API, from its path to its answer. */
export function answerApi(sandbox: Sandbox, request: WireRequest, ask: GapReader): Answer {
  const { path, query: queryText } = parseTarget(request.target)
  const routed = route(sandbox.contract, request.method, path, ask)
  if (routed.found !== 'operation') return answerUnrouted(sandbox, request, routed, ask)
  const { operation, parameters } = routed
  const forced = forcedAnswer(operation, request.headers.prefer, ask)
  if (forced) return forced
  if (!modelled(operation.id)) return notBuilt(operation, ask)
  const credential = callerCredential(sandbox, operation, request.headers, ask)
  const meant = { operation, parameters, credential, queryText }
  const strike = sandbox.faults.any ? sandbox.faults.inject(operation) : undefined
  if (!strike) return answerAsUsual(sandbox, request, meant, ask)
  return struck(strike, operation, ask, (how) =>
    how === 'for real'
      ? answerAsUsual(sandbox, request, meant, ask)
      : answerOperation(sandbox, request, meant, ask, 'on paper'),
  )
}

function answerAsUsual(sandbox: Sandbox, request: WireRequest, meant: Meant, ask: GapReader): Answer {
  const { operation, credential } = meant
  return withinRateLimit(sandbox, { operation: operation.id, credential }, ask, () =>
    answeredOnce(sandbox, request, credential, ask, () =>
      withEtag(sandbox, request, answerOperation(sandbox, request, meant, ask), ask),
    ),
  )
}

type Meant = Pick<ModelRequest, 'operation' | 'parameters' | 'credential'> & { readonly queryText: string }

/** On paper: what the answer would be, while the world stays as it is. */
function answerOperation(
  sandbox: Sandbox,
  request: WireRequest,
  meant: Meant,
  ask: GapReader,
  how: 'for real' | 'on paper' = 'for real',
): Answer {
  const { operation, parameters, credential, queryText } = meant
  const organization = askedOrganization(sandbox, request.headers)
  const input = readInput(operation, request, queryText, ask)
  if ('problem' in input) {
    const bare = { operation, credential, organization, parameters, query: {}, body: undefined }
    return answerProblem(sandbox, bare, input.problem, ask)
  }
  const { query, body } = input
  const checked = CHECKS[operation.id]?.(body, ask) ?? body
  const full = { operation, credential, organization, parameters, query, body: checked }
  const stale = ifMatchProblem(sandbox, request, full, ask)
  if (stale) return errorAnswer(stale, ask, { operation: operation.id })
  if (how === 'on paper') return answerOutcome(operation, sandbox.holder.consider(full), ask)
  const outcome = sandbox.holder.request(full)
  const entry = outcome.changes.length > 0 ? sandbox.holder.entries : undefined
  return answerOutcome(operation, outcome, ask, entry)
}

/** The organization that a header asks for, under the name the gap gives it. */
const askedOrganization = ({ holder }: Sandbox, headers: WireRequest['headers']): string | undefined =>
  headers[holder.gaps.value('general.organization-header').toLowerCase()]

/** What is found out about a body before the model is asked, because a pure model cannot. */
const CHECKS: Readonly<Record<string, (body: unknown, ask: GapReader) => unknown>> = {
  exchangeOidcToken: withBelievedToken,
}

type Input = Pick<ModelRequest, 'query' | 'body'> | { readonly problem: Problem }

function readInput(operation: Operation, request: WireRequest, queryText: string, ask: GapReader): Input {
  const unacceptable = acceptProblem(request.headers.accept, ask)
  if (unacceptable) return { problem: unacceptable }
  const queried = readQuery(operation, queryText, ask)
  if ('problem' in queried) return queried
  const read = readJsonBody(operation, request, ask)
  return 'problem' in read ? read : { query: queried.query, body: read.body }
}

/** Input that cannot be read is refused as invalid, unless something comes before that. */
function answerProblem(sandbox: Sandbox, bare: ModelRequest, problem: Problem, ask: GapReader): Answer {
  const outcome = sandbox.holder.consider(bare)
  if (outcome.kind === 'refused' && comesBeforeValidation(outcome.refusals[0], ask))
    return answerOutcome(bare.operation, outcome, ask)
  return errorAnswer(problem, ask, { operation: bare.operation.id })
}

function comesBeforeValidation({ rule }: AppliedRefusal, ask: GapReader): boolean {
  const order: readonly string[] = ask.gap('general.refusal-precedence')
  const rank = (stage: string) => (order.includes(stage) ? order.indexOf(stage) : STAGES.length)
  return rank(rule.stage) < rank('validation')
}

function answerOutcome(operation: Operation, outcome: Outcome, ask: GapReader, entry?: number): Answer {
  const gaps = ask.asked.length === 0 ? outcome.gaps : [...new Set([...outcome.gaps, ...ask.asked])]
  const why = { operation: operation.id, rules: outcome.rules, gaps, ...(entry !== undefined && { entry }) }
  const answer = shownOutcome(operation, outcome, ask, why)
  return entry === undefined ? { ...answer, looked: outcome.looked } : answer
}

function shownOutcome(operation: Operation, outcome: Outcome, ask: GapReader, why: Why): Answer {
  if (outcome.kind === 'refused') {
    const [{ rule, status, message }] = outcome.refusals
    return errorAnswer({ status, code: rule.id.slice(rule.id.indexOf('.') + 1), message }, ask, why)
  }
  const { status, body } = outcome
  if (body === undefined) return emptyAnswer(status, why)
  const type = responseFor(operation, status)?.contentType ?? 'application/json'
  return typeof body === 'string' && type !== 'application/json'
    ? { status, headers: { 'Content-Type': type }, body, why }
    : jsonAnswer(status, body, why)
}

function notBuilt(operation: Operation, ask: GapReader): Answer {
  const message = `the mock does not know ${operation.id} yet; with Prefer: code=${operation.success.status} it answers the documented example`
  return errorAnswer({ status: 501, code: 'not-built', message }, ask, { operation: operation.id })
}
