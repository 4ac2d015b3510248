import { plainCheck } from '../../../checks/check.ts'
import { isSuccess } from '../../../shadow/answered.ts'

const RULES = ['GEN-07', 'EML-11']

/** The content is the raw message (RFC 5322): header lines, an empty line, the text (GEN-07, EML-11). */
export const rawMessage = plainCheck('raw-message', (answered) => {
  if (answered.operation.id !== 'getMessageContent' || !isSuccess(answered)) return []
  const { headers, text } = answered.received
  const type = headers['content-type'] ?? 'none'
  if (!/^message\/rfc822\b/.test(type))
    return [{ code: 'raw-message', part: 'content type', actual: type, rules: RULES }]
  if (/^[!-9;-~]+:.*(\r?\n[ \t].*|\r?\n[!-9;-~]+:.*)*\r?\n\r?\n/.test(text)) return []
  return [
    { code: 'raw-message', part: 'content', actual: text.length > 200 ? `${text.slice(0, 200)}…` : text, rules: RULES },
  ]
})
