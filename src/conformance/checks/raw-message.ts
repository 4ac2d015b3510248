import type { Operation } from '../../contract/operations.ts'
import type { Received } from '../../target/exchange.ts'
import type { Finding } from '../finding/finding.ts'

/** The content is the raw message (RFC 5322): header lines, an empty line, the text (GEN-07, EML-11). */
export function checkRawMessage(operation: Operation, { status, headers, text }: Received): Finding[] {
  if (operation.id !== 'getMessageContent' || status < 200 || status >= 300) return []
  const type = headers['content-type'] ?? 'none'
  const wrong = !/^message\/rfc822\b/.test(type)
    ? { subject: 'content type', expected: 'message/rfc822', actual: type }
    : !/^[!-9;-~]+:.*(\r?\n[ \t].*|\r?\n[!-9;-~]+:.*)*\r?\n\r?\n/.test(text)
      ? { subject: 'content', expected: 'header lines, an empty line, the text', actual: text.slice(0, 200) }
      : undefined
  if (!wrong) return []
  return [
    {
      severity: 'failure',
      check: 'raw-message',
      operation: operation.id,
      rules: ['GEN-07', 'EML-11'],
      message: `the ${wrong.subject} is not that of a raw message`,
      ...wrong,
    },
  ]
}
