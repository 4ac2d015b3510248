import { type Operation, type Response, responseFor, successOf } from '../../contract/operations.ts'
import { responseValidator } from '../../contract/schema/validators.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'
import { type Found, plainCheck } from './check.ts'

/**
 * Every answer has the shape the description gives its status (Conventions; GEN-01, GEN-02, GEN-07). What a side door answers
 * is described by us alone.
 */
export const schema = plainCheck('schema', (answered) =>
  isSuccess(answered) && answered.contract.doors.has(answered.operation.id) ? [] : misshapen(answered),
)

/** How an answer differs from its description. */
export function misshapen({ operation, received }: Pick<Answered, 'operation' | 'received'>): Found[] {
  const { status, json, text } = received
  const response = describedFor(operation, status)
  // The contract says that there is no body; with an open status it says nothing of the kind (CLU-08, GEN-09).
  const isBare = response !== undefined && response.contentType === undefined && !operation.success.open
  if (isBare && status < 300 && text !== '')
    return [{ code: 'has-body', status, text, rules: ['GEN-09', ...operation.checklist] }]
  const validate = response && responseValidator(response)
  if (!response || !validate || !/\bjson\b/.test(response.contentType ?? '')) return []
  const rules = [status >= 400 ? 'GEN-01' : 'GEN-02']
  if (json === undefined) return [{ code: 'not-json', status, contentType: received.headers['content-type'], rules }]
  // A contact that was never set may be any text; one that was set is compared with what it was set to (ORG-01).
  const [first] = validate(json).filter(({ keyword }) => !(keyword === 'format' && operation.entity === 'Contacts'))
  if (!first) return []
  const { path, place, keyword, problem, allowed } = first
  return [{ code: 'shape', status, path, place, keyword, problem, allowed, text, rules }]
}

/** A success whose status is open has the success body under any 2xx. */
function describedFor(operation: Operation, status: number): Response | undefined {
  const success = successOf(operation)
  if (status >= 200 && status < 300)
    return operation.success.open || status === operation.success.status ? success : undefined
  return responseFor(operation, status) ?? (status >= 400 ? operation.responses.get('4XX') : undefined)
}
