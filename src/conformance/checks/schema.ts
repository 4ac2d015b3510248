import { type Operation, type Response, responseFor, successOf } from '../../contract/operations.ts'
import { responseValidator } from '../../contract/schema/validators.ts'
import type { Received } from '../../target/exchange.ts'
import type { Finding } from '../finding/finding.ts'

/** Every answer has the shape the description gives its status (Conventions; GEN-01, GEN-02, GEN-07). */
export function checkSchema(operation: Operation, received: Received): Finding[] {
  const response = describedFor(operation, received.status)
  const bare = response !== undefined && response.contentType === undefined && !operation.success.open
  if (bare && received.status < 300 && received.text !== '') return [withBody(operation, received)]
  const validate = response && responseValidator(response)
  if (!response || !validate || !/\bjson\b/.test(response.contentType ?? '')) return []
  const error = received.status >= 400
  const rules = error ? ['GEN-01'] : ['GEN-02']
  const finding = (subject: string, message: string, actual: string): Finding => ({
    severity: 'failure',
    check: 'schema',
    operation: operation.id,
    rules,
    subject,
    message,
    expected: error ? 'an object with the string field error' : `the body described for ${operation.id}`,
    actual,
  })
  if (received.json === undefined)
    return [
      finding(
        'content',
        `the answer with status ${received.status} is not JSON`,
        received.headers['content-type'] ?? 'no content type',
      ),
    ]
  const [first] = validate(received.json)
  if (!first) return []
  const field = first.path.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('.')
  return [
    finding(
      `${error ? 'error' : field} ${first.message.split(' ').slice(1).join(' ')}`,
      `the answer breaks the description: ${first.message}`,
      brief(received.text),
    ),
  ]
}

/** Where the contract says that there is no body (a status that is open says nothing of the kind; CLU-08, GEN-09). */
const withBody = (operation: Operation, { status, text }: Received): Finding => ({
  severity: 'failure',
  check: 'schema',
  operation: operation.id,
  rules: ['GEN-09', ...operation.checklist],
  subject: 'no body',
  message: `the answer with status ${status} has a body`,
  expected: 'no body',
  actual: brief(text),
})

/** A success whose status is open has the success body under any 2xx. */
function describedFor(operation: Operation, status: number): Response | undefined {
  const success = successOf(operation)
  if (status >= 200 && status < 300)
    return operation.success.open || status === operation.success.status ? success : undefined
  return responseFor(operation, status) ?? (status >= 400 ? operation.responses.get('4XX') : undefined)
}

const brief = (text: string) => (text.length > 300 ? `${text.slice(0, 299)}…` : text)
