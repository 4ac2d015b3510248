import { isObject } from '../../../src/contract/json.ts'
import { type Operation, responseFor } from '../../../src/contract/operations.ts'
import type { GapReader } from '../../gaps/gap-reader.ts'
import { errorAnswer } from '../../http/problem.ts'
import { REASON_PHRASES } from '../../http/reason-phrases.ts'
import { type Answer, emptyAnswer, jsonAnswer } from '../../http/wire.ts'
import type { ApiStep } from './api-exchange.ts'

/** `Prefer: code=409` forces a documented status with its example; other preferences are ignored. */
export const forceAnswer: ApiStep = (exchange, next) => {
  const { operation, request, gaps } = exchange
  const status = preferredStatus(request.headers.prefer)
  return status === undefined ? next(exchange) : documentedAnswer(operation, status, gaps)
}

function preferredStatus(prefer: string | undefined): number | undefined {
  if (prefer === undefined) return undefined
  const code = /(?:^|[,;\s])code="?(\d{3})"?(?=[,;\s]|$)/i.exec(prefer)?.[1]
  return code === undefined ? undefined : Number(code)
}

function documentedAnswer(operation: Operation, status: number, gaps: GapReader): Answer {
  const response = responseFor(operation, status)
  if (!response) return undocumented(operation, status, gaps)
  const headers = { 'Preference-Applied': `code=${status}` }
  const why = { operation: operation.id, rules: [], gaps: [] }
  const { example } = response
  if (typeof example === 'string')
    return { status, headers: { ...headers, 'Content-Type': response.contentType ?? '' }, body: example, why }
  // The example of a range of statuses is about one of them.
  if (isObject(example) && 'error' in example && !operation.responses.has(String(status)))
    return jsonAnswer(status, { ...example, error: inGeneral(status) }, why, headers)
  if (example !== undefined) return jsonAnswer(status, example, why, headers)
  if (status >= 400) return jsonAnswer(status, { error: REASON_PHRASES[status] ?? String(status) }, why, headers)
  return emptyAnswer(status, why, headers)
}

const inGeneral = (status: number): string =>
  `${REASON_PHRASES[status] ?? 'a failure'}, because the request asked for it with Prefer`

function undocumented(operation: Operation, status: number, gaps: GapReader): Answer {
  const known = [...operation.responses.keys()].join(', ')
  const message = `${operation.id} documents no answer with status ${status}, only ${known}`
  const problem = { status: gaps.read('general.validation-status'), code: 'status-undocumented', message }
  return errorAnswer(problem, gaps, { operation: operation.id })
}
