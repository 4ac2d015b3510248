import type { Operation } from '../../../src/contract/operations.ts'
import { responseFor } from '../../../src/contract/operations.ts'
import type { GapReader } from '../../gaps/gap-reader.ts'
import { STATUS_CODES } from '../../http/node-http.ts'
import { errorAnswer } from '../../http/problem.ts'
import { type Answer, emptyAnswer, jsonAnswer } from '../../http/wire.ts'

/** `Prefer: code=409` forces a documented status with its example; other preferences are not for us. */
export function forcedAnswer(operation: Operation, prefer: string | undefined, ask: GapReader): Answer | undefined {
  if (prefer === undefined) return undefined
  const code = /(?:^|[,;\s])code="?(\d{3})"?(?=[,;\s]|$)/i.exec(prefer)?.[1]
  if (code === undefined) return undefined
  const status = Number(code)
  const response = responseFor(operation, status)
  if (!response) return undocumented(operation, status, ask)
  const headers = { 'Preference-Applied': `code=${code}` }
  const why = { operation: operation.id, rules: [], gaps: [] }
  if (response.example !== undefined)
    return typeof response.example === 'string'
      ? { status, headers: { ...headers, 'Content-Type': response.contentType ?? '' }, body: response.example, why }
      : jsonAnswer(status, response.example, why, headers)
  if (status >= 400) return jsonAnswer(status, { error: STATUS_CODES[status] ?? code }, why, headers)
  return emptyAnswer(status, why, headers)
}

function undocumented(operation: Operation, status: number, ask: GapReader): Answer {
  const known = [...operation.responses.keys()].join(', ')
  const message = `${operation.id} documents no answer with status ${status}, only ${known}`
  const problem = { status: ask.gap('general.validation-status'), code: 'status-undocumented', message }
  return errorAnswer(problem, ask, { operation: operation.id })
}
